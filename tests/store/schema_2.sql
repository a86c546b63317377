-- The schema of an archive as kifu made it in version 2. Frozen: for tests of rebuilding.
--
-- There is no primary key and no index: identity is kept by the one writer inside its
-- transaction, `key` and `id` only ever grow, so that min-max ranges of the row groups find the
-- rows of one record, and a DuckDB index would cost more room than the data.

CREATE TABLE meta (
    name VARCHAR NOT NULL,
    value VARCHAR NOT NULL
);

-- Names that are erased, as digests with the secret in `meta`.
CREATE TABLE erased (
    digest VARCHAR NOT NULL,
    pseudonym VARCHAR NOT NULL
);

CREATE TABLE source (
    id INTEGER NOT NULL,
    path VARCHAR NOT NULL,
    size BIGINT NOT NULL,
    digest VARCHAR NOT NULL,
    records BIGINT NOT NULL,
    last_line BIGINT NOT NULL,
    last_offset BIGINT NOT NULL,
    whole BOOLEAN NOT NULL,
    replayed BOOLEAN NOT NULL,
    events BOOLEAN NOT NULL,
    situations BOOLEAN NOT NULL
);

CREATE TABLE batch (
    id INTEGER NOT NULL,
    source INTEGER NOT NULL,
    first BIGINT NOT NULL,
    last BIGINT NOT NULL,
    placed BIGINT NOT NULL,
    quarantined BIGINT NOT NULL,
    dropped BIGINT NOT NULL
);

CREATE TABLE variant (
    id INTEGER NOT NULL,
    game VARCHAR NOT NULL,
    rules INTEGER NOT NULL,
    options VARCHAR NOT NULL,
    seated INTEGER NOT NULL
);

CREATE TABLE setting (
    variant INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    value VARCHAR NOT NULL
);

CREATE TABLE record (
    key BIGINT NOT NULL,
    play UUID NOT NULL,
    record UUID NOT NULL,
    main BOOLEAN NOT NULL,
    variant INTEGER NOT NULL,
    seats INTEGER NOT NULL,
    names VARCHAR[] NOT NULL,
    scores INTEGER[],
    winners INTEGER[],
    drawn BOOLEAN,
    date VARCHAR,
    date_from DATE,
    date_to DATE,
    event VARCHAR,
    event_folded VARCHAR,
    site VARCHAR,
    termination VARCHAR,
    finished BOOLEAN NOT NULL,
    rounds INTEGER,
    turns INTEGER,
    plies INTEGER NOT NULL,
    opening VARCHAR,
    deal UUID,
    position UBIGINT,
    notes INTEGER NOT NULL,
    warnings INTEGER NOT NULL,
    replayed BOOLEAN NOT NULL,
    events BOOLEAN NOT NULL,
    situations BOOLEAN NOT NULL
);

CREATE TABLE place (
    record BIGINT NOT NULL,
    source INTEGER NOT NULL,
    number BIGINT NOT NULL,
    line BIGINT,
    "offset" BIGINT NOT NULL,
    size BIGINT NOT NULL,
    form VARCHAR NOT NULL
);

CREATE TABLE player (
    id INTEGER NOT NULL,
    name VARCHAR NOT NULL,
    folded VARCHAR NOT NULL,
    person INTEGER NOT NULL
);

CREATE TABLE seat (
    record BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    player INTEGER NOT NULL,
    score INTEGER,
    place INTEGER,
    won BOOLEAN,
    share DOUBLE
);

CREATE TABLE tag (
    record BIGINT NOT NULL,
    name VARCHAR NOT NULL,
    value VARCHAR NOT NULL,
    folded VARCHAR NOT NULL
);

CREATE TABLE event (
    record BIGINT NOT NULL,
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    kind VARCHAR NOT NULL
);

-- Each commit appends its rows in the order of `key`, so that the min-max ranges of the row
-- groups find the rows of one situation; `kifu compact` makes one such run of them all.
CREATE TABLE situation (
    key UBIGINT NOT NULL,
    record BIGINT NOT NULL,
    ply INTEGER NOT NULL,
    seat UTINYINT NOT NULL,
    move VARCHAR NOT NULL
);

CREATE TABLE note (
    record BIGINT NOT NULL,
    ply INTEGER NOT NULL,
    variation VARCHAR NOT NULL,
    kind VARCHAR NOT NULL,
    lang VARCHAR,
    author VARCHAR,
    text VARCHAR,
    folded VARCHAR,
    glyph VARCHAR
);

CREATE TABLE quarantine (
    source INTEGER NOT NULL,
    number BIGINT NOT NULL,
    line BIGINT,
    "column" BIGINT,
    "offset" BIGINT NOT NULL,
    size BIGINT NOT NULL,
    ply INTEGER,
    code VARCHAR NOT NULL,
    message VARCHAR NOT NULL,
    errors INTEGER NOT NULL
);

CREATE MACRO hex_id(id) AS replace(CAST(id AS VARCHAR), '-', '');

CREATE VIEW games AS
SELECT
    hex_id(play) AS id, variant.game, variant.rules, variant.options, seats,
    names AS players, scores, winners, drawn, date, date_from, date_to, event, site, termination,
    finished, rounds, turns, plies, opening, hex_id(deal) AS deal,
    lpad(lower(to_hex(position)), 16, '0') AS position, notes, hex_id(record) AS record,
    replayed
FROM record JOIN variant ON variant.id = record.variant
WHERE main;

CREATE VIEW records AS
SELECT
    hex_id(play) AS game, hex_id(record.record) AS record, main, source.path, place.number,
    place.line, place."offset", place.size, place.form, notes, warnings, record.replayed,
    record.events, record.situations
FROM record
JOIN place ON place.record = record.key
JOIN source ON source.id = place.source;

CREATE VIEW seats AS
SELECT
    hex_id(record.play) AS game, seat.seat, player.name AS player, person.name AS person,
    seat.score, seat.place, seat.won, seat.share
FROM record
JOIN seat ON seat.record = record.key
JOIN player ON player.id = seat.player
JOIN player AS person ON person.id = player.person
WHERE record.main;

CREATE VIEW players AS
SELECT
    person.name AS player, count(DISTINCT record.key) AS games,
    coalesce(sum(seat.share), 0) AS wins,
    count(*) FILTER (seat.share = 1) AS sole_wins,
    count(*) FILTER (seat.share > 0 AND seat.share < 1) AS shared_wins,
    count(*) FILTER (seat.won IS NOT NULL) AS decided,
    avg(seat.score) FILTER (record.finished) AS mean_score
FROM seat
JOIN record ON record.key = seat.record AND record.main
JOIN player ON player.id = seat.player
JOIN player AS person ON person.id = player.person
GROUP BY person.id, person.name;

CREATE VIEW tags AS
SELECT
    hex_id(record.play) AS game, hex_id(record.record) AS record, tag.name, tag.value, tag.folded
FROM tag JOIN record ON record.key = tag.record;

CREATE VIEW events AS
SELECT hex_id(record.play) AS game, event.ply, event.seat, event.kind
FROM event JOIN record ON record.key = event.record
WHERE record.main;

CREATE VIEW situations AS
SELECT
    lpad(lower(to_hex(situation.key)), 16, '0') AS situation, hex_id(record.play) AS game,
    situation.ply, situation.seat, situation.move
FROM situation JOIN record ON record.key = situation.record
WHERE record.main;

CREATE VIEW notes AS
SELECT
    hex_id(record.play) AS game, hex_id(record.record) AS record, note.ply, note.variation,
    note.kind, note.lang, note.author, note.text, note.folded, note.glyph
FROM note JOIN record ON record.key = note.record;

CREATE VIEW bad_records AS
SELECT
    source.path, quarantine.number, quarantine.line, quarantine."column",
    quarantine."offset", quarantine.size, quarantine.ply, quarantine.code,
    quarantine.message, quarantine.errors
FROM quarantine JOIN source ON source.id = quarantine.source;

CREATE VIEW sources AS
SELECT path, size, digest, records, whole, replayed, events, situations FROM source;
