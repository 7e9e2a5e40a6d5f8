// RUN: phobos-opt %s -verify-diagnostics -split-input-file

func.func @narrow(%p: !phobos.ptr<i16>, %i: !phobos.tile<4xindex>, %v: !phobos.tile<4xi16>) {
  // expected-error@+1 {{expected numbers of 32 or 64 bits, f16 or bf16 for <add>, got 'i16'}}
  %0 = phobos.atomic_scatter <add> %v, %p[%i] : !phobos.tile<4xi16>, !phobos.ptr<i16>, !phobos.tile<4xindex>
  return
}

// -----

func.func @half_exchange(%p: !phobos.ptr<f16>, %i: !phobos.tile<4xindex>, %v: !phobos.tile<4xf16>) {
  // expected-error@+1 {{expected numbers of 32 or 64 bits for <exchange>, got 'f16'}}
  %0 = phobos.atomic_scatter <exchange> %v, %p[%i] : !phobos.tile<4xf16>, !phobos.ptr<f16>, !phobos.tile<4xindex>
  return
}

// -----

func.func @bits_of_float(%p: !phobos.ptr<f32>, %i: !phobos.tile<4xindex>, %v: !phobos.tile<4xf32>) {
  // expected-error@+1 {{expected integers of 32 or 64 bits for <xor>, got 'f32'}}
  %0 = phobos.atomic_scatter <xor> %v, %p[%i] : !phobos.tile<4xf32>, !phobos.ptr<f32>, !phobos.tile<4xindex>
  return
}

// -----

func.func @no_expected(%p: !phobos.ptr<i32>, %i: !phobos.tile<4xindex>, %v: !phobos.tile<4xi32>) {
  // expected-error@+1 {{expected 'expected' with <cas> and no other kind, got <cas>}}
  %0 = phobos.atomic_scatter <cas> %v, %p[%i] : !phobos.tile<4xi32>, !phobos.ptr<i32>, !phobos.tile<4xindex>
  return
}

// -----

func.func @expected_of_add(%p: !phobos.ptr<i32>, %i: !phobos.tile<4xindex>, %v: !phobos.tile<4xi32>) {
  // expected-error@+1 {{expected 'expected' with <cas> and no other kind, got <add>}}
  %0 = phobos.atomic_scatter <add> %v expected %v, %p[%i] : !phobos.tile<4xi32>, !phobos.ptr<i32>, !phobos.tile<4xindex>
  return
}

// -----

func.func @value_type(%p: !phobos.ptr<f32>, %i: !phobos.tile<4xindex>, %v: !phobos.tile<4xi32>) {
  // expected-error@+1 {{expected '!phobos.tile<4xf32>', got '!phobos.tile<4xi32>'}}
  %0 = phobos.atomic_scatter <add> %v, %p[%i] : !phobos.tile<4xi32>, !phobos.ptr<f32>, !phobos.tile<4xindex>
  return
}

// -----

func.func @slice_element(%a: !phobos.ptr<f32>, %i: index, %v: !phobos.tile<4xi32>) {
  %A = phobos.view %a[8] : !phobos.view<8xf32>
  // expected-error@+1 {{expected a tile of 'f32', got '!phobos.tile<4xi32>'}}
  %0 = phobos.atomic <add> %v, %A[%i :+ 4] : !phobos.tile<4xi32>, !phobos.view<8xf32>
  return
}

// -----

func.func @slice_lengths(%a: !phobos.ptr<i32>, %i: index, %v: !phobos.tile<4xi32>) {
  %A = phobos.view %a[8] : !phobos.view<8xi32>
  // expected-error@+1 {{expected slice lengths to be the extents of '!phobos.tile<4xi32>'}}
  %0 = phobos.atomic <add> %v, %A[%i :+ 8] : !phobos.tile<4xi32>, !phobos.view<8xi32>
  return
}

// -----

func.func @slice_expected(%a: !phobos.ptr<i32>, %i: index, %v: !phobos.tile<4xi32>, %e: !phobos.tile<2xi32>) {
  %A = phobos.view %a[8] : !phobos.view<8xi32>
  // expected-error@+1 {{expected 'expected' in the type of the value, '!phobos.tile<4xi32>', got '!phobos.tile<2xi32>'}}
  %0 = "phobos.atomic"(%v, %e, %A, %i) <{kind = #phobos.atomic_kind<cas>, operandSegmentSizes = array<i32: 1, 1, 1, 1>, order = #phobos.memory_order<acq_rel>, scope = #phobos.memory_scope<gpu>}> : (!phobos.tile<4xi32>, !phobos.tile<2xi32>, !phobos.view<8xi32>, index) -> !phobos.tile<4xi32>
  return
}

// -----

func.func @reserved(%a: !phobos.ptr<i32>, %i: index, %v: !phobos.tile<4xi32>) {
  %A = phobos.view %a[8] : !phobos.view<8xi32>
  // expected-error@+1 {{expected 'order' in the op's own syntax, not in the dictionary}}
  %0 = phobos.atomic <add> %v, %A[%i :+ 4] {order = 0 : i32} : !phobos.tile<4xi32>, !phobos.view<8xi32>
  return
}
