// RUN: printf 'kernel\000' | not phobos-translate --import-phobos - 2>&1 | FileCheck %s --check-prefix=NUL
// RUN: printf 'kernel \377' | not phobos-translate --import-phobos - 2>&1 | FileCheck %s --check-prefix=BYTE

// A file that is not UTF-8 text is one error.

// NUL: <stdin>:1:7: error: the file holds a NUL byte, expected text in UTF-8
// BYTE: <stdin>:1:8: error: byte 0xFF is not UTF-8, expected text in UTF-8
