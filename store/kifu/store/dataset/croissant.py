"""The metadata of a data set in Croissant, the vocabulary of MLCommons for data sets."""

from __future__ import annotations

from typing import Any

import msgspec

from kifu.store.dataset import licences
from kifu.store.dataset.card import title
from kifu.store.dataset.summary import Summary
from kifu.store.dataset.tables import TABLES, Table

_PARQUET = "application/x-parquet"
#: The types of DuckDB that the tables have, as Croissant calls them.
_TYPES = {
    "VARCHAR": "sc:Text",
    "BOOLEAN": "sc:Boolean",
    "INTEGER": "cr:Int32",
    "DOUBLE": "cr:Float64",
    "DATE": "sc:Date",
    "TIMESTAMP": "sc:DateTime",
}


def croissant(about: Summary) -> bytes:
    """A data set's metadata in Croissant 1.0, as JSON-LD."""
    matches = about.rows["matches"]
    metadata = {
        "@context": _CONTEXT,
        "@type": "sc:Dataset",
        "conformsTo": "http://mlcommons.org/croissant/1.0",
        "name": "kifu-matches",
        "description": f"{title(about)}: {matches} in all, with seats, moves, decisions, records.",
        "version": "1.0.0",
        "license": licences.address(about.licence),
        "keywords": ["card games", "game records", "kifu", *(name for name, _ in about.games)],
        "distribution": [
            *({
                "@type": "cr:FileObject",
                "@id": file.path,
                "name": file.path,
                "contentUrl": file.path,
                "contentSize": f"{file.size} B",
                "encodingFormat": _PARQUET,
                "sha256": file.sha256,
            } for file in about.files),
            *({
                "@type": "cr:FileSet",
                "@id": _files(table),
                "name": _files(table),
                "includes": f"{table.name}/*.parquet",
                "encodingFormat": _PARQUET,
            } for table in TABLES),
        ],
        "recordSet": [_record_set(table, about.types[table.name]) for table in TABLES],
    }  # fmt: skip
    return msgspec.json.format(msgspec.json.encode(metadata), indent=2) + b"\n"


def _files(table: Table) -> str:
    return f"{table.name}-files"


def _record_set(table: Table, types: dict[str, str]) -> dict[str, Any]:
    return {
        "@type": "cr:RecordSet",
        "@id": table.name,
        "name": table.name,
        "description": f"One row for each {table.row}.",
        "field": [
            {
                "@type": "cr:Field",
                "@id": f"{table.name}/{column}",
                "name": column,
                "description": what,
                **_type(types[column]),
                "source": {"fileSet": {"@id": _files(table)}, "extract": {"column": column}},
            }
            for column, what in table.columns.items()
        ],
    }


def _type(kind: str) -> dict[str, Any]:
    base = kind.removesuffix("[]")
    listed = {"isArray": True, "arrayShape": "-1"} if base != kind else {}
    return {"dataType": _TYPES[base], **listed}


_CONTEXT = {
    "@language": "en",
    "@vocab": "https://schema.org/",
    "citeAs": "cr:citeAs",
    "column": "cr:column",
    "conformsTo": "dct:conformsTo",
    "cr": "http://mlcommons.org/croissant/",
    "rai": "http://mlcommons.org/croissant/RAI/",
    "data": {"@id": "cr:data", "@type": "@json"},
    "dataType": {"@id": "cr:dataType", "@type": "@vocab"},
    "dct": "http://purl.org/dc/terms/",
    "equivalentProperty": "cr:equivalentProperty",
    "examples": {"@id": "cr:examples", "@type": "@json"},
    "extract": "cr:extract",
    "field": "cr:field",
    "fileProperty": "cr:fileProperty",
    "fileObject": "cr:fileObject",
    "fileSet": "cr:fileSet",
    "format": "cr:format",
    "includes": "cr:includes",
    "isLiveDataset": "cr:isLiveDataset",
    "jsonPath": "cr:jsonPath",
    "key": "cr:key",
    "md5": "cr:md5",
    "parentField": "cr:parentField",
    "path": "cr:path",
    "recordSet": "cr:recordSet",
    "references": "cr:references",
    "regex": "cr:regex",
    "repeated": "cr:repeated",
    "replace": "cr:replace",
    "samplingRate": "cr:samplingRate",
    "sc": "https://schema.org/",
    "separator": "cr:separator",
    "source": "cr:source",
    "subField": "cr:subField",
    "transform": "cr:transform",
}
