"""Colours of the site's code for `.ph`, MLIR and TableGen, which Pygments does not know."""

import pygments.lexers
from pygments.lexer import RegexLexer, words
from pygments.token import Comment, Keyword, Name, Number, Operator, Punctuation, String, Text


#: Pygments asks for it.
__all__ = ["PhLexer", "MLIRLexer", "TableGenLexer"]


class PhLexer(RegexLexer):
    """The language of docs/Language.md."""

    name, aliases = "Phobos", ["ph"]
    tokens = {
        "root": [
            (r"//.*", Comment.Single),
            (r"@\w+", Name.Decorator),
            (words(("break", "const", "continue", "else", "fn", "for", "if", "in", "kernel", "let", "return", "var", "while"),
                   prefix=r"\b", suffix=r"\b"), Keyword),
            (r"\b(true|false|inf|nan|None)\b", Keyword.Constant),
            (r"\b(tensor|tile|ptr|bool|index|[iu](8|16|32|64)|f(16|32|64)|bf16|f8e4m3|f8e5m2)\b", Keyword.Type),
            (r"\b0[xX][\da-fA-F_]+|\b0[bB][01_]+|\b\d[\d_]*(\.\d[\d_]*)?([eE][+-]?\d+)?", Number),
            (r"[A-Za-z_]\w*(?=\()", Name.Function),
            (r"\w+", Name),
            (r":\+|[-+*/%<>=!&|^~?]+", Operator),
            (r"[\[\]{}(),.:;]", Punctuation),
            (r"\s+", Text),
            (r".", Text),
        ]
    }


class MLIRLexer(RegexLexer):
    """IR as text, with the lines of lit that stand in tests."""

    name, aliases = "MLIR", ["mlir"]
    tokens = {
        "root": [
            (r"//.*", Comment.Single),
            (r'"(\\.|[^"\\])*"', String),
            (r"[%][\w.$-]+(:\d+)?(#\d+)?", Name.Variable),
            (r"@[\w.$-]+", Name.Function),
            (r"\^\w+", Name.Label),
            (r"![\w.]+", Keyword.Type),
            (r"#[\w.]+", Name.Constant),
            (r"\b(index|none|memref|vector|tensor|[su]?i\d+|b?f\d+\w*)\b", Keyword.Type),
            (r"\b[a-z]\w*(\.[a-z_]\w*)+", Keyword),
            (r"\b(module|func|affine_map|dense|array|masked|unchecked|fill|loc|step|to|iter_args)\b", Keyword.Pseudo),
            (r"-?\b\d+(\.\d*)?([eE][+-]?\d+)?(?![\w])", Number),
            (r"[A-Za-z_]\w*", Name),
            (r"->|:\+|[-+*/<>=:]", Operator),
            (r"[\[\]{}(),?.|]", Punctuation),
            (r"\s+", Text),
            (r".", Text),
        ]
    }


class TableGenLexer(RegexLexer):
    name, aliases = "TableGen", ["tablegen"]
    tokens = {
        "root": [
            (r"//.*", Comment.Single),
            (r'"(\\.|[^"\\])*"', String),
            (words(("bit", "bits", "class", "dag", "def", "defm", "defvar", "foreach", "include", "int", "let", "list", "multiclass",
                    "string"), prefix=r"\b", suffix=r"\b"), Keyword),
            (r":?\$\w+", Name.Variable),
            (r"\b\d+\b", Number),
            (r"\w+", Name),
            (r"\s+", Text),
            (r".", Punctuation),
        ]
    }


def register() -> None:
    """Makes them known to Pygments by their names."""
    for lexer in (PhLexer, MLIRLexer, TableGenLexer):
        pygments.lexers.LEXERS[lexer.__name__] = (__name__, lexer.name, tuple(lexer.aliases), (), ())
