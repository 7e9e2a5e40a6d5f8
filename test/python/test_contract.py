# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json

import pytest

from contracts import fields, pointer, repack, scalar, tensor, tensor_map
from phobos.contract import Argument, Promise, TensorMap, parse_contract
from phobos.errors import ContractError

COPY = fields(
    tensor("A", "f32", ["M", 64], ["LDA", 1]), tensor("B", "u8", ["M", "N"]), scalar("n", "i32"),
    grid=("ceildiv(M, 64)", "n", "1"), promises=[("M", 64)])


def test_fields():
    contract = parse_contract(json.dumps(COPY))
    a, b, n = contract.parameters
    assert (a.name, a.kind, a.type, a.extents, a.strides) == ("A", "tensor", "f32", ("M", 64), ("LDA", 1))
    assert (b.type, b.strides, n.kind) == ("u8", None, "scalar")
    assert contract.arguments == (Argument("pointer", "A"), Argument("pointer", "B"), Argument("scalar", "n"),
                                  Argument("extent", "M"), Argument("stride", "LDA"), Argument("extent", "N"))
    assert contract.promises == (Promise("M", 64),)
    assert [expression.text for expression in contract.grid] == ["ceildiv(M, 64)", "n", "1"]


def test_tensor_maps():
    load = tensor_map("A", [64, 128], dims=[1, 0], element_strides=[1, 2], swizzle=128, interleave=0, l2_promotion=256,
                      fill="nan")
    contract = parse_contract(json.dumps(COPY | {
        "tensor_maps": [load], "args": [{"kind": "tensor_map", "name": "A_map"}], "cluster": [2, 1, 1]
    }))
    assert contract.tensor_maps == (TensorMap("A_map", "A", (1, 0), (64, 128), (1, 2), 128, 0, 256, "nan"),)
    assert contract.arguments == (Argument("tensor_map", "A_map"),)
    assert contract.cluster == (2, 1, 1)


def test_persistent():
    assert parse_contract(json.dumps(COPY)).persistent is None
    contract = parse_contract(json.dumps(COPY | {
        "requires": ["persistent"], "grid": ["ceildiv(M, 64)", "1", "1"], "persistent": {"blocks_per_multiprocessor": 2}
    }))
    assert contract.persistent == 2
    assert contract.blocks((7, 1, 1), 4) == (4, 1, 1)
    assert contract.blocks((3, 1, 1), 4) == (3, 1, 1)


def test_blocks_come_in_clusters():
    contract = parse_contract(json.dumps(COPY | {
        "grid": ["ceildiv(M, 64)", "1", "1"], "cluster": [4, 1, 1], "persistent": {"blocks_per_multiprocessor": 1}
    }))
    assert contract.blocks((40, 1, 1), 23) == (20, 1, 1)
    assert contract.blocks((40, 1, 1), 3) == (4, 1, 1)
    assert contract.blocks((4, 1, 1), 100) == (4, 1, 1)


def test_blocks_of_other_kernels():
    assert parse_contract(json.dumps(COPY)).blocks((7, 8, 9), 4) == (7, 8, 9)


def test_repack():
    maps = [tensor_map(name, [8, 8], repack=repack(2, type, "M * 256")) for name, type in (("A", "i32"), ("B", "i8"))]
    contract = parse_contract(json.dumps(COPY | {"requires": ["repack"], "tensor_maps": maps}))
    a, b = (map.repack for map in contract.tensor_maps)
    assert (a.pitch_bytes, a.bytes.text, a.contract.kernel) == (128, "M * 256", "copy")
    assert [parameter.type for parameter in b.contract.parameters] == ["i8", "i8"]
    assert [helper.kernel for helper in contract.helpers] == ["copy"]


def test_negative_features_of_newer_compilers():
    """One error says what they are; fields that need not be known are passed over."""
    with pytest.raises(ContractError, match="^launch contract: it requires 'teleport', and this launcher knows 'persistent', "
                       "'repack' only; use a newer Phobos to launch it$"):
        parse_contract(json.dumps(COPY | {"requires": ["repack", "teleport"], "teleport": 3}))
    parse_contract(json.dumps(COPY | {"teleport": 3}))


def test_cuts_are_refused():
    """Every prefix of a contract's text, and a contract without any one of the fields that are read."""
    text = json.dumps(COPY)
    for length in range(0, len(text), 7):
        with pytest.raises(ContractError):
            parse_contract(text[:length])
    for name in COPY:
        with pytest.raises(ContractError, match=name):
            parse_contract(json.dumps({key: value for key, value in COPY.items() if key != name}))


@pytest.mark.parametrize("changes, message", [
    ({"version": 2}, "expected version 1, got 2"),
    ({"requires": "repack"}, "expected 'requires' of type list"),
    ({"persistent": {}}, "expected a field 'blocks_per_multiprocessor'"),
    ({"persistent": {"blocks_per_multiprocessor": 0}}, "expected 1 or more as 'blocks_per_multiprocessor', got 0"),
    ({"persistent": {"blocks_per_multiprocessor": 1}}, "expected a persistent kernel's grid along x alone, got "),
    ({"tensor_maps": [tensor_map("A", [8, 8], repack=3)]}, "expected an object, got 3"),
    ({"tensor_maps": [tensor_map("A", [8, 8], repack=repack(2, "i32", "M", pitch_bytes=24))]},
     "expected a multiple of 16 as 'pitch_bytes' of A_map, got 24"),
    ({"tensor_maps": [tensor_map("A", [8, 8], interleave=32, repack=repack(2, "i32", "M", pitch_bytes=48))]},
     "expected a multiple of 32 as 'pitch_bytes' of A_map, got 48"),
    ({"tensor_maps": [tensor_map("A", [8, 8], repack=repack(3, "i32", "M"))]},
     "expected a kernel of the tensors 'source' and 'target' of rank 2 in 'repack' of A_map, got copy"),
    ({"tensor_maps": [tensor_map("A", [8, 8], repack=repack(2, "i16", "M"))]},
     "tensor map A_map is of f32, its 'repack' copies i16"),
    ({"tensor_maps": [tensor_map("A", [8, 8], repack=repack(2, "i32", "D0"))]}, "repack 'D0' uses the unknown name D0"),
    ({"tensor_maps": [tensor_map("A", [8, 8], repack=repack(2, "i32", "M", contract=COPY))]},
     "expected a kernel of the tensors 'source' and 'target' of rank 2 in 'repack' of A_map, got k"),
    ({"cluster": [2, 0, 1]}, "expected three values in 'cluster'"),
    ({"tensor_maps": [{}]}, "expected a field 'name'"),
    ({"tensor_maps": [tensor_map("A", [8, 8]), tensor_map("A", [8, 8])]}, "a tensor map's name is used twice"),
    ({"tensor_maps": [tensor_map("A", [8])]}, "tensor map A_map has 1 dims, and no tensor A has as many"),
    ({"tensor_maps": [tensor_map("n", [8])]}, "tensor map n_map has 1 dims, and no tensor n has as many"),
    ({"tensor_maps": [tensor_map("A", [8, 8], dims=[0, 0])]}, "each dim of a tensor once in 'dims' of A_map"),
    ({"tensor_maps": [tensor_map("A", [8, 8], dims=[True, 0])]}, "each dim of a tensor once in 'dims' of A_map"),
    ({"tensor_maps": [tensor_map("A", [8, 0])]}, "expected 2 positive numbers in 'box'"),
    ({"tensor_maps": [tensor_map("A", [8, 8], element_strides=[1])]}, "expected 2 positive numbers in 'element_strides'"),
    ({"tensor_maps": [tensor_map("A", [8, 8], fill="one")]}, "expected 'zero' or 'nan' as 'fill' of A_map, got 'one'"),
    ({"tensor_maps": [tensor_map("A", [8, 8], swizzle=-32)]}, "expected sizes of 0 or more in A_map"),
    ({"args": [{"kind": "tensor_map", "name": "Z"}]}, "nothing binds the tensor_map Z"),
    ({"threads": [128, 1]}, "expected three values in 'threads'"),
    ({"threads": [0, 1, 1]}, "expected three values in 'threads'"),
    ({"grid": ["M /", "1", "1"]}, "unexpected '/'"),
    ({"grid": ["Q", "1", "1"]}, "grid 'Q' uses the unknown name Q"),
    ({"grid": ["A", "1", "1"]}, "grid 'A' uses the unknown name A"),
    ({"kernel": 3}, "'kernel' of type str, got 3"),
    ({"shared_bytes": True}, "'shared_bytes' of type int, got True"),
    ({"params": {}}, "'params' of type list"),
    ({"params": [scalar("x", "f33")]}, "unknown type 'f33' of parameter x"),
    ({"params": [scalar("x", "f32") | {"kind": "texture"}]}, "unknown kind 'texture' of parameter x"),
    ({"params": [tensor("A", "f32", ["M"]) | {"rank": 2}]}, "expected 2 names or numbers in 'extents'"),
    ({"params": [tensor("A", "f32", [-1])]}, "expected 1 names or numbers in 'extents'"),
    ({"params": [tensor("A", "f32", ["M"], ["S", 1])]}, "expected 1 names or numbers in 'strides'"),
    ({"params": [pointer("p", "f32"), pointer("p", "f32")]}, "a parameter's name is used twice"),
    ({"args": [{"kind": "pointer", "param": "Z"}]}, "nothing binds the pointer Z"),
    ({"args": [{"kind": "extent", "name": "Z"}]}, "nothing binds the extent Z"),
    ({"args": [{"kind": "sampler", "name": "Z"}]}, "unknown kind 'sampler' of an argument"),
    ({"args": ["A"]}, "expected an object, got 'A'"),
    ({"promises": [{"extent": "Z", "multiple": 4}]}, "bad promise that Z"),
    ({"promises": [{"extent": "M", "multiple": 0}]}, "bad promise that M"),
    ({"promises": [{"extent": "M", "multiple": 4, "blocks": "Q"}]}, "promise 'Q' uses the unknown name Q"),
    ({"promises": [{"extent": "M", "multiple": 4, "blocks": 3}]}, "expected 'blocks' of type str"),
])
def test_negative_fields(changes, message):
    with pytest.raises(ContractError, match=message):
        parse_contract(json.dumps(COPY | changes))


@pytest.mark.parametrize("text", ["[]", "3", "null", "[" * 100000, None])
def test_negative_not_an_object(text):
    with pytest.raises(ContractError):
        parse_contract(text)
