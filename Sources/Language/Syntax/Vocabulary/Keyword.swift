/// All keywords by their canonical spelling.
///
/// Most are keywords only where an operator or a clause can follow, and names where an operand can
/// start; those with ``KeywordRole/reserved`` are never names. Case is ignored.
public enum Keyword: String, Sendable, Hashable, CaseIterable {
  case `enum`
  case `struct`
  case model
  case extend
  case relate
  case insert
  case `import`
  case `let`
  case count
  case fetch
  case explain
  case trace
  case watch
  case update
  case upsert
  case delete
  case generate
  case preview
  case begin
  case save
  case rollback
  case undo
  case redo
  case changes
  case autosave
  case history
  case use
  case copy
  case version
  case migrate
  case export
  case expect
  case `do`
  case diff
  case restore
  case merge
  case apply

  case `where`
  case group
  case by
  case having
  case sample
  case select
  case distinct
  case sort
  case limit
  case offset
  case chart

  case `as`
  case into
  case to
  case from
  case run
  case only
  case stdin
  case `for`
  case set
  case seed
  case on
  case off
  case since
  case at
  case map
  case key
  case updating
  case skip
  case bad
  case safe
  case csv

  case asc
  case desc
  case nulls
  case first
  case last
  case using
  case standard
  case lexical

  case of
  case ago
  case yesterday

  case preferring
  case newest
  case this
  case other
  case asking

  case per
  case pivot
  case totals
  case over
  case rows
  case range
  case before
  case after

  case bar
  case column
  case line
  case histogram
  case scatter
  case bins

  case unique
  case ordered
  case inverse
  case display
  case nullify
  case cascade
  case deny
  case no
  case action
  case was
  case check
  case index

  case rename
  case allow
  case loss

  case error
  case empty

  case or
  case and
  case not
  case contains
  case starts
  case ends
  case with
  case like
  case matches
  case beginsWith = "beginswith"
  case endsWith = "endswith"
  case between
  case `in`
  case `is`

  case `if`
  case then
  case `else`

  case `nil`
  case null
  case `true`
  case `false`
  case now
  case today
  case selfRecord = "self"
  case any
  case all
  case none

  case uuid
  case data
  case decimal

  case id
  case sum
  case avg
  case min
  case max

  /// The keyword that `word` spells, ignoring case.
  public init?(spelling word: String) {
    guard let keyword = Self.bySpelling[word.lowercased()] else { return nil }
    self = keyword
  }

  /// The contexts where the word is a keyword.
  public var roles: KeywordRole { Self.rolesBySpelling[rawValue] ?? [] }

  /// The keywords with `role`, in declaration order.
  public static func all(in role: KeywordRole) -> [Keyword] {
    allCases.filter { $0.roles.contains(role) }
  }

  /// The keywords by role; a keyword may have several.
  private static let table: [(role: KeywordRole, keywords: [Keyword])] = [
    (
      .statement,
      [
        .enum, .struct, .model, .extend, .relate, .insert, .import, .let, .count, .fetch, .explain,
        .trace, .watch, .update, .upsert, .delete, .generate, .preview, .begin, .save, .rollback,
        .undo, .redo, .changes, .autosave, .history, .use, .copy, .version, .migrate, .export,
        .expect, .do, .diff, .restore, .merge, .apply,
      ]
    ),
    (
      .clause,
      [.where, .sample, .group, .having, .select, .distinct, .sort, .limit, .offset, .chart]
    ),
    (.chartKind, [.bar, .column, .line, .histogram, .scatter]),
    (.charting, [.bins]),
    (.naming, [.as, .into, .to]),
    (
      .writing,
      [
        .set, .by, .seed, .since, .on, .off, .from, .at, .map, .key, .updating, .skip, .bad, .safe,
        .csv,
      ]
    ),
    (.versioning, [.rename, .allow, .loss]),
    (.afterClause, [.by, .per, .pivot, .totals]),
    (.windowing, [.over, .rows, .range, .before, .after]),
    (.expecting, [.error, .empty]),
    (.dating, [.of, .ago, .yesterday]),
    (.merging, [.preferring, .newest, .this, .other, .asking]),
    (.afterStatement, [.only, .all, .stdin, .since, .for]),
    (.afterExplain, [.run]),
    (.afterAt, [.id, .inverse, .count, .sum, .avg, .min, .max]),
    (.quantifier, [.any, .all, .none]),
    (.sortKey, [.asc, .desc, .nulls, .first, .last, .using, .standard, .lexical]),
    (
      .property,
      [
        .unique, .ordered, .inverse, .display, .nullify, .cascade, .deny, .no, .action,
        .was, .check, .index,
      ]
    ),
    (.operator, allCases.filter { OperatorTable.words.contains($0.rawValue) }),
    (.conditional, [.if, .then, .else]),
    (.constant, [.nil, .null, .true, .false, .now, .today, .selfRecord]),
    (.typedLiteral, [.uuid, .data, .decimal]),
    (
      .reserved,
      [
        .not, .if, .any, .all, .none, .nil, .null, .true, .false, .now, .today, .selfRecord,
      ]
    ),
  ]

  private static let bySpelling = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue, $0) }
  )

  private static let rolesBySpelling = table.reduce(into: [String: KeywordRole]()) { roles, row in
    for keyword in row.keywords { roles[keyword.rawValue, default: []].insert(row.role) }
  }
}

/// The contexts where a word is a keyword.
public struct KeywordRole: OptionSet, Hashable, Sendable {
  /// One bit for each role.
  public let rawValue: UInt32

  /// Creates a set of roles from bits.
  public init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Starts a statement.
  public static let statement = KeywordRole(rawValue: 1 << 0)
  /// Starts a clause of a query.
  public static let clause = KeywordRole(rawValue: 1 << 1)
  /// Precedes a new name or a target.
  public static let naming = KeywordRole(rawValue: 1 << 2)
  /// Is a keyword right after a statement's keyword.
  public static let afterStatement = KeywordRole(rawValue: 1 << 3)
  /// Follows a sort key.
  public static let sortKey = KeywordRole(rawValue: 1 << 4)
  /// Is part of a model's member.
  public static let property = KeywordRole(rawValue: 1 << 5)
  /// Is an operator or a part of one.
  public static let `operator` = KeywordRole(rawValue: 1 << 6)
  /// Belongs to `if … then … else`.
  public static let conditional = KeywordRole(rawValue: 1 << 7)
  /// Is a value.
  public static let constant = KeywordRole(rawValue: 1 << 8)
  /// Gives the following string a type; a name everywhere else.
  public static let typedLiteral = KeywordRole(rawValue: 1 << 9)
  /// Is never a name without backticks.
  public static let reserved = KeywordRole(rawValue: 1 << 10)
  /// Follows a clause's keyword.
  public static let afterClause = KeywordRole(rawValue: 1 << 11)
  /// Follows `explain`.
  public static let afterExplain = KeywordRole(rawValue: 1 << 12)
  /// Follows `@`.
  public static let afterAt = KeywordRole(rawValue: 1 << 13)
  /// Is part of a statement that changes records or shows changes.
  public static let writing = KeywordRole(rawValue: 1 << 15)
  /// Is part of a version's declaration, or follows `migrate`.
  public static let versioning = KeywordRole(rawValue: 1 << 16)
  /// Is the kind of a chart, right after `chart`.
  public static let chartKind = KeywordRole(rawValue: 1 << 17)
  /// Is part of a chart clause.
  public static let charting = KeywordRole(rawValue: 1 << 18)
  /// Is part of a window.
  public static let windowing = KeywordRole(rawValue: 1 << 19)
  /// Is part of an expectation.
  public static let expecting = KeywordRole(rawValue: 1 << 20)
  /// Is part of a moment in the past.
  public static let dating = KeywordRole(rawValue: 1 << 21)
  /// Is part of a merge.
  public static let merging = KeywordRole(rawValue: 1 << 22)
  /// Is a quantifier.
  public static let quantifier = KeywordRole(rawValue: 1 << 14)
}
