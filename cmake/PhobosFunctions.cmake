# phobos_list_functions(<file> <header>...): writes FUNCTION(<name>) for each
# function that the C headers declare, so that a test of all misses none.
function(phobos_list_functions file)
  set(lines)
  foreach(header IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${header})
    file(READ ${header} text)
    string(REGEX REPLACE "/\\*([^*]|\\*+[^*/])*\\*+/" "" text "${text}") # comments
    string(REGEX MATCHALL "phobos[A-Za-z0-9_]*\\(" names "${text}")
    foreach(name IN LISTS names)
      string(REPLACE "(" "" name ${name})
      list(APPEND lines "FUNCTION(${name})\n")
    endforeach()
  endforeach()
  list(JOIN lines "" text)
  file(CONFIGURE OUTPUT ${file} CONTENT "${text}" @ONLY)
endfunction()
