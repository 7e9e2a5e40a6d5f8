# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
import json

import pytest

from contracts import fields, pointer, scalar, tensor, tensor_map
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
