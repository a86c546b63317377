-- An archive, schema version 17. docs/archive.md says what each column means.
--
-- There is no primary key and no index: identity is kept by the one writer inside its
-- transaction, `key` and `id` only ever grow, so that min-max ranges of the row groups find the
-- rows of one record, and a DuckDB index would cost more room than the data. `kifu compact`
-- orders seats by player, so that they find those of one player, too.

CREATE TABLE meta (
    name VARCHAR NOT NULL,
    value VARCHAR NOT NULL
);

CREATE TABLE source (
    id BIGINT NOT NULL,
    path VARCHAR NOT NULL,
    size BIGINT NOT NULL,
    digest VARCHAR NOT NULL,
    chain VARCHAR NOT NULL,
    modified BIGINT NOT NULL,
    inode UBIGINT NOT NULL,
    records BIGINT NOT NULL,
    last_line BIGINT NOT NULL,
    last_offset BIGINT NOT NULL,
    whole BOOLEAN NOT NULL,
    events BOOLEAN NOT NULL,
    situations BOOLEAN NOT NULL,
    moves BOOLEAN NOT NULL
);

CREATE TABLE variant (
    id BIGINT NOT NULL,
    game VARCHAR NOT NULL,
    rules INTEGER NOT NULL,
    options VARCHAR NOT NULL,
    seated INTEGER NOT NULL,
    card VARCHAR
);

CREATE TABLE setting (
    variant BIGINT NOT NULL,
    name VARCHAR NOT NULL,
    value VARCHAR NOT NULL
);

CREATE TABLE record (
    key BIGINT NOT NULL,
    play UUID NOT NULL,
    record UUID NOT NULL,
    main BOOLEAN NOT NULL,
    variant BIGINT NOT NULL,
    seats INTEGER NOT NULL,
    names VARCHAR[] NOT NULL,
    scores INTEGER[],
    winners INTEGER[],
    drawn BOOLEAN,
    date VARCHAR,
    date_from DATE,
    date_to DATE,
    time TIME,
    event VARCHAR,
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
    warnings INTEGER NOT NULL
);

CREATE TABLE place (
    record BIGINT NOT NULL,
    source BIGINT NOT NULL,
    number BIGINT NOT NULL,
    line BIGINT,
    "offset" BIGINT NOT NULL,
    size BIGINT NOT NULL,
    form VARCHAR NOT NULL
);

CREATE TABLE player (
    id BIGINT NOT NULL,
    name VARCHAR NOT NULL,
    folded VARCHAR NOT NULL,
    person BIGINT NOT NULL
);

CREATE TABLE seat (
    record BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    player BIGINT NOT NULL,
    side INTEGER,
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
    kind VARCHAR NOT NULL,
    round INTEGER,
    turn INTEGER,
    value INTEGER,
    cards VARCHAR[] NOT NULL
);

-- Rows are in the order of `record` and `ply`.
CREATE TABLE move (
    record BIGINT NOT NULL,
    ply INTEGER NOT NULL,
    round INTEGER,
    turn INTEGER,
    seat INTEGER NOT NULL,
    move VARCHAR NOT NULL,
    kind VARCHAR,
    legal INTEGER,
    seconds DOUBLE,
    clock DOUBLE,
    utc TIMESTAMP
);

-- The last round of a match that is over has ended with its scores.
CREATE TABLE round_total (
    record BIGINT NOT NULL,
    round INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    scored INTEGER NOT NULL,
    total INTEGER NOT NULL
);

-- Each commit appends its rows in the order of `key`, so that the min-max ranges of the row
-- groups find the rows of one situation; `kifu compact` makes one such run of them all. A row says
-- how the match ended for the seat, too: to look that up for each move takes longer than all else.
CREATE TABLE situation (
    key UBIGINT NOT NULL,
    record BIGINT NOT NULL,
    ply INTEGER NOT NULL,
    seat UTINYINT NOT NULL,
    move VARCHAR NOT NULL,
    kind VARCHAR,
    share DOUBLE,
    final_score INTEGER
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

-- Who judged a record, and what every decision was worth (docs/analysis.md).
CREATE TABLE judged (
    record BIGINT NOT NULL,
    engine VARCHAR NOT NULL,
    worlds INTEGER NOT NULL,
    through INTEGER NOT NULL
);

CREATE TABLE judgement (
    record BIGINT NOT NULL,
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    move VARCHAR NOT NULL,
    loss DOUBLE NOT NULL,
    se DOUBLE NOT NULL,
    points DOUBLE NOT NULL,
    mark VARCHAR,
    options INTEGER NOT NULL,
    best VARCHAR,
    best_share DOUBLE,
    move_share DOUBLE,
    ahead DOUBLE[]
);

CREATE TABLE chance (
    record BIGINT NOT NULL,
    ply INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    chance DOUBLE NOT NULL
);

CREATE TABLE judged_seat (
    record BIGINT NOT NULL,
    seat INTEGER NOT NULL,
    choices INTEGER NOT NULL,
    agreed INTEGER NOT NULL,
    blunders INTEGER NOT NULL,
    mistakes INTEGER NOT NULL,
    doubtful INTEGER NOT NULL,
    points DOUBLE NOT NULL,
    points_se DOUBLE NOT NULL,
    loss DOUBLE NOT NULL,
    stake DOUBLE,
    accuracy DOUBLE,
    gain DOUBLE,
    gain_se DOUBLE
);

CREATE TABLE quarantine (
    source BIGINT NOT NULL,
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

-- The cards that a move names: those that the pattern `card` of its game finds. A commit that brings
-- another pattern makes this macro again, with all patterns as constants; as yet there are none.
CREATE MACRO cards_in(move, card) AS CAST(NULL AS VARCHAR[]);

-- The analyses that speak: of several records of a match that one engine judged, the one with the
-- most worlds. `key` is that record's.
CREATE MACRO chosen_analyses() AS TABLE
SELECT record.play, record.key, judged.engine, judged.worlds, judged.through
FROM judged JOIN record ON record.key = judged.record
QUALIFY row_number() OVER (
    PARTITION BY record.play, judged.engine
    ORDER BY judged.worlds DESC, judged.through DESC, record.main DESC, record.record
) = 1;

-- Each record with the columns of `games`, its key, and whether it is its match's main record.
CREATE MACRO described() AS TABLE
SELECT
    record.key, main, play AS match, variant.game, variant.rules, variant.options, seats,
    names AS players, scores, winners, drawn, date, date_from, date_to, time, event, site, termination,
    finished, rounds, turns, plies, opening, deal,
    lpad(lower(to_hex(position)), 16, '0') AS position, notes, record.record
FROM record JOIN variant ON variant.id = record.variant;

-- Columns that two views share mean the same in both, so that a natural join is right.
CREATE VIEW games AS
SELECT * EXCLUDE (key, main) FROM described() WHERE main;

CREATE VIEW records AS
SELECT
    play AS match, record.record, main, source.path, place.number,
    place.line, place."offset", place.size, place.form, notes, warnings
FROM record
JOIN place ON place.record = record.key
JOIN source ON source.id = place.source;

-- The matches that are in several places, and in how many different records.
CREATE VIEW duplicates AS
SELECT match, count(*) AS places, count(DISTINCT record) AS versions
FROM records GROUP BY match HAVING count(*) > 1;

CREATE VIEW seats AS
SELECT
    record.play AS match, seat.seat, player.name AS player, person.name AS person,
    seat.side, seat.score, seat.place, seat.won, seat.share
FROM record
JOIN seat ON seat.record = record.key
JOIN player ON player.id = seat.player
JOIN player AS person ON person.id = player.person
WHERE record.main;

CREATE VIEW players AS
SELECT
    person.name AS person, count(DISTINCT record.key) AS games,
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
    record.play AS match, record.record, tag.name,
    tag.value AS content, tag.folded AS content_folded
FROM tag JOIN record ON record.key = tag.record;

CREATE VIEW moves AS
SELECT
    record.play AS match, move.ply, move.round, move.turn, move.seat, move.move, move.kind,
    cards_in(move.move, variant.card) AS move_cards, move.legal, move.seconds, move.clock, move.utc
FROM move
JOIN record ON record.key = move.record
JOIN variant ON variant.id = record.variant
WHERE record.main;

CREATE VIEW rounds AS
SELECT
    record.play AS match, round_total.round, round_total.seat, round_total.scored,
    round_total.total
FROM round_total JOIN record ON record.key = round_total.record
WHERE record.main;

CREATE VIEW events AS
SELECT
    record.play AS match, event.ply, event.round, event.turn, event.seat,
    event.kind AS happened, event.value, event.cards
FROM event JOIN record ON record.key = event.record
WHERE record.main;

CREATE VIEW situations AS
SELECT
    lpad(lower(to_hex(situation.key)), 16, '0') AS situation, record.play AS match,
    situation.ply, situation.seat, situation.move, situation.kind
FROM situation JOIN record ON record.key = situation.record
WHERE record.main;

CREATE VIEW notes AS
SELECT
    record.play AS match, record.record,
    CASE WHEN note.variation = '' THEN note.ply END AS ply, note.ply AS line_ply, note.variation,
    note.kind AS note, note.lang, note.author, note.text, note.folded AS text_folded, note.glyph
FROM note JOIN record ON record.key = note.record;

CREATE VIEW analyses AS
SELECT
    play AS match, record.record, engine, worlds, through
FROM chosen_analyses() AS chosen JOIN record USING (play, key);

CREATE VIEW judgements AS
SELECT
    play AS match, ply, seat, move, loss, se, points, mark, options AS valued, best,
    best_share, move_share, ahead, engine
FROM chosen_analyses() AS chosen JOIN judgement ON judgement.record = chosen.key;

CREATE VIEW chances AS
SELECT play AS match, ply AS after_ply, seat, chance, engine
FROM chosen_analyses() AS chosen JOIN chance ON chance.record = chosen.key;

CREATE VIEW accuracies AS
SELECT
    play AS match, seat, choices, agreed, blunders, mistakes, doubtful,
    points AS points_lost, points_se, loss AS lost, stake, accuracy, gain, gain_se, engine
FROM chosen_analyses() AS chosen JOIN judged_seat ON judged_seat.record = chosen.key;

CREATE VIEW bad_records AS
SELECT
    source.path, quarantine.number, quarantine.line, quarantine."column",
    quarantine."offset", quarantine.size, quarantine.ply AS bad_ply, quarantine.code,
    quarantine.message, quarantine.errors
FROM quarantine JOIN source ON source.id = quarantine.source;

CREATE VIEW sources AS
SELECT
    path, size AS bytes, digest, records, whole,
    events AS all_events, situations AS all_situations, moves AS all_moves
FROM source;
