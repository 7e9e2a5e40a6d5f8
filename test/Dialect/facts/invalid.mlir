// RUN: phobos-opt %s -verify-diagnostics -split-input-file

phobos.kernel @assume_c1_missing(%n: index) {
  // expected-error@+1 {{expected a second operand with #phobos.same}}
  %0 = phobos.assume #phobos.same %n
  phobos.return
}

// -----

phobos.kernel @assume_c1_extra(%n: index) {
  // expected-error@+1 {{expected no second operand with #phobos.divisible<4>}}
  %0 = phobos.assume #phobos.divisible<4> %n, %n
  phobos.return
}

// -----

phobos.kernel @promise_c1_missing(%n: index) {
  // expected-error@+1 {{expected a second operand with #phobos.same}}
  %0 = phobos.promise #phobos.same %n
  phobos.return
}

// -----

phobos.kernel @promise_c1_extra(%n: index) {
  // expected-error@+1 {{expected no second operand with #phobos.bounded<0, 4>}}
  %0 = phobos.promise #phobos.bounded<0, 4> %n, %n
  phobos.return
}

// -----

phobos.kernel @predicate_kind(%n: index) {
  // expected-error@+1 {{one of #phobos.divisible<n>, #phobos.bounded<min, max>, #phobos.same}}
  %0 = phobos.assume "odd" %n
  phobos.return
}

// -----

phobos.kernel @divisor_zero(%n: index) {
  // expected-error@+1 {{expected a divisor of at least 1, got 0}}
  %0 = phobos.assume #phobos.divisible<0> %n
  phobos.return
}

// -----

// No value satisfies it.
phobos.kernel @bounds_empty(%n: index) {
  // expected-error@+1 {{expected min <= max, got 4 and 3}}
  %0 = phobos.assume #phobos.bounded<4, 3> %n
  phobos.return
}

// -----

// 2^63.
phobos.kernel @bounds_huge(%n: index) {
  // expected-error@+2 {{integer value too large}}
  // expected-error@+1 {{failed to parse Phobos_BoundedAttr parameter 'max'}}
  %0 = phobos.assume #phobos.bounded<0, 9223372036854775808> %n
  phobos.return
}

// -----

phobos.kernel @promise_c2_message(%n: index) {
  // expected-error@+1 {{expected a message that is not empty}}
  %0 = phobos.promise #phobos.bounded<0, 4> %n message ""
  phobos.return
}
