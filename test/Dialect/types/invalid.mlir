// RUN: phobos-opt %s -verify-diagnostics -split-input-file

// expected-error@+1 {{expected a tile of rank 1 to 5, got rank 0}}
func.func private @tile_c1_none(!phobos.tile<f32>)

// -----

// expected-error@+1 {{expected a tile of rank 1 to 5, got rank 6}}
func.func private @tile_c1_six(!phobos.tile<1x1x1x1x1x1xf32>)

// -----

// expected-error@+1 {{expected tile extents of at least 1, got 0}}
func.func private @tile_c2_zero(!phobos.tile<4x0xf32>)

// -----

// expected-error@+1 {{expected a tile of at most 2^31 elements}}
func.func private @tile_c2_many(!phobos.tile<65536x65536xi8>)

// -----

// 2^64 elements, 0 in 64 bits.
// expected-error@+1 {{expected a tile of at most 2^31 elements}}
func.func private @tile_c2_overflow(!phobos.tile<4294967296x4294967296xi8>)

// -----

// A tile's extents are known when it is compiled.
// expected-error@+1 {{expected static shape}}
func.func private @tile_c2_dynamic(!phobos.tile<?xf32>)

// -----

// expected-error@+1 {{invalid dimension}}
func.func private @tile_c2_huge(!phobos.tile<99999999999999999999xi8>)

// -----

// expected-error@+1 {{expected a tile of i1, i8, i16, i32, i64, f8E4M3FN, f8E5M2, f16, bf16, f32, f64, index or !phobos.ptr, got 'i7'}}
func.func private @tile_c3_width(!phobos.tile<4xi7>)

// -----

// Integers are signless; the sign lives in the ops.
// expected-error@+1 {{expected a tile of i1, i8, i16, i32, i64, f8E4M3FN, f8E5M2, f16, bf16, f32, f64, index or !phobos.ptr, got 'ui8'}}
func.func private @tile_c3_unsigned(!phobos.tile<4xui8>)

// -----

// expected-error@+1 {{expected a tile of i1, i8, i16, i32, i64, f8E4M3FN, f8E5M2, f16, bf16, f32, f64, index or !phobos.ptr, got 'f8E4M3FNUZ'}}
func.func private @tile_c3_f8(!phobos.tile<4xf8E4M3FNUZ>)

// -----

// expected-error@+1 {{expected a tile of i1, i8, i16, i32, i64, f8E4M3FN, f8E5M2, f16, bf16, f32, f64, index or !phobos.ptr, got 'tf32'}}
func.func private @tile_c3_tf32(!phobos.tile<4xtf32>)

// -----

// expected-error@+1 {{expected a tile of i1, i8, i16, i32, i64, f8E4M3FN, f8E5M2, f16, bf16, f32, f64, index or !phobos.ptr, got '!phobos.tile<4xf32>'}}
func.func private @tile_c3_tile(!phobos.tile<4x!phobos.tile<4xf32>>)

// -----

// expected-error@+1 {{expected a tile of i1, i8, i16, i32, i64, f8E4M3FN, f8E5M2, f16, bf16, f32, f64, index or !phobos.ptr, got 'vector<4xf32>'}}
func.func private @tile_c3_vector(!phobos.tile<4xvector<4xf32>>)

// -----

// expected-error@+1 {{expected a tile of i1, i8, i16, i32, i64, f8E4M3FN, f8E5M2, f16, bf16, f32, f64, index or !phobos.ptr, got 'none'}}
func.func private @tile_c3_none(!phobos.tile<4xnone>)

// -----

// expected-error@+1 {{expected a layout of rank 2, got rank 1}}
func.func private @tile_c4_rank(!phobos.tile<4x4xf32, #phobos.layout<reg = [], lane = [[1], [2], [0], [0], [0]], warp = [], reps = [1]>>)

// -----

// expected-error@+1 {{invalid kind of attribute specified}}
func.func private @tile_no_layout(!phobos.tile<4x4xf32, 3>)

// -----

// expected-error@+1 {{expected '>'}}
func.func private @tile_end(!phobos.tile<4x4xf32 7>)

// -----

// expected-error@+1 {{expected a view of rank 1 to 5, got rank 0}}
func.func private @view_c1_none(!phobos.view<f32>)

// -----

// expected-error@+1 {{expected a view of rank 1 to 5, got rank 6}}
func.func private @view_c1_six(!phobos.view<?x?x?x?x?x?xf32>)

// -----

// expected-error@+1 {{expected a view of fewer than 2^63 elements}}
func.func private @view_c2_overflow(!phobos.view<4294967296x2147483648xi8>)

// -----

// Memory has no type whose size depends on the target.
// expected-error@+1 {{expected a view of integers or floats, got 'index'}}
func.func private @view_c3_index(!phobos.view<4xindex>)

// -----

// expected-error@+1 {{expected a view of integers or floats, got '!phobos.ptr<f32>'}}
func.func private @view_c3_pointer(!phobos.view<4x!phobos.ptr<f32>>)

// -----

// expected-error@+1 {{expected 2 strides, got 1}}
func.func private @view_c4_count(!phobos.view<4x4xf32, strides = [1]>)

// -----

// expected-error@+1 {{expected view strides of at least 0, got -1}}
func.func private @view_c4_negative(!phobos.view<4x4xf32, strides = [4, -1]>)

// -----

// expected-error@+1 {{expected 'strides'}}
func.func private @view_strides_word(!phobos.view<4x4xf32, stride = [4, 1]>)

// -----

// expected-error@+1 {{expected a pointer to integers or floats, got '!phobos.ptr<f32>'}}
func.func private @ptr_c1_pointer(!phobos.ptr<!phobos.ptr<f32>>)

// -----

// expected-error@+1 {{expected a pointer to integers or floats, got 'i7'}}
func.func private @ptr_c1_width(!phobos.ptr<i7>)

// -----

// expected-error@+1 {{expected at least one chunk, got 0}}
func.func private @no_chunks() -> !phobos.chunks<0 of !phobos.tile<4xf32>>
