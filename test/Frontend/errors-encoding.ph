// RUN: printf 'kernel\000' | not phobos-translate --import-phobos - 2>&1 | FileCheck %s --check-prefix=NUL
// RUN: printf 'kernel \377' | not phobos-translate --import-phobos - 2>&1 | FileCheck %s --check-prefix=BYTE
// RUN: printf 'kernel k() {\r  // a comment\r}\r' | not phobos-translate --import-phobos - 2>&1 | FileCheck %s --check-prefix=CR
// RUN: printf 'kernel k() {\r\n  // a comment\r\n}\r' | phobos-translate --import-phobos -

// A file that is not UTF-8 text, or not in lines, is one error.

// NUL: <stdin>:1:7: error: the file holds a NUL byte, expected text in UTF-8
// CR: <stdin>:1:13: error: a line ends with CR alone, expected LF or CR and LF
// BYTE: <stdin>:1:8: error: byte 0xFF is not UTF-8, expected text in UTF-8
