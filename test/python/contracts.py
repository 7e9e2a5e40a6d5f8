# Part of Phobos, under the Apache License v2.0 with LLVM Exceptions.
# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Launch contracts written by hand, so that binder tests rest on the contract's definition alone."""

import json

from phobos.contract import parse_contract


def tensor(name, type, extents, strides=None):
    return {"name": name, "kind": "tensor", "type": type, "rank": len(extents), "extents": extents, "strides": strides}


def pointer(name, type):
    return {"name": name, "kind": "pointer", "type": type}


def scalar(name, type):
    return {"name": name, "kind": "scalar", "type": type}


def tensor_map(param, box, **changes):
    """A map of all dims of `param`, in their order."""
    return {
        "name": f"{param}_map", "param": param, "dims": list(range(len(box))), "box": box, "element_strides": [1] * len(box),
        "swizzle": 0, "interleave": 0, "l2_promotion": 0, "fill": "zero"
    } | changes


def fields(*params, grid=("1", "1", "1"), promises=(), tensor_maps=(), **changes):
    """The fields of a contract for `params`: tensor maps, pointers and scalars in order, then extents and strides as they
    appear."""
    args, names = [{"kind": "tensor_map", "name": map["name"]} for map in tensor_maps], []
    for param in params:
        if param["kind"] == "scalar":
            args.append({"kind": "scalar", "param": param["name"], "type": param["type"]})
        else:
            args.append({"kind": "pointer", "param": param["name"]})
        for kind in ("extent", "stride"):
            for dim in param.get(kind + "s") or ():
                if isinstance(dim, str) and (kind, dim) not in names:
                    names.append((kind, dim))
    args += [{"kind": kind, "name": name, "type": "i64"} for kind, name in names]
    return {
        "version": 1, "kernel": "k", "target": "host", "params": list(params), "args": args, "threads": [1, 1, 1],
        "cluster": [1, 1, 1], "shared_bytes": 0, "grid": list(grid),
        "promises": [dict(zip(("extent", "multiple", "blocks"), promise)) for promise in promises],
        "tensor_maps": list(tensor_maps), "hash": "0" * 64
    } | changes


def repack(rank, type, bytes, **changes):
    """Of a map of a tensor of `rank`, whose elements are copied as `type`."""
    extents = [f"D{dim}" for dim in range(rank)]
    params = [tensor(name, type, extents, [f"{name}_{dim}" for dim in range(rank - 1)] + [1]) for name in ("source", "target")]
    return {"pitch_bytes": 128, "bytes": bytes, "contract": fields(*params, kernel="copy")} | changes


def contract(*params, **options):
    return parse_contract(json.dumps(fields(*params, **options)))
