import Columns
import Expressions
import Model
import Storage

/// The values of a sort key, collected batch by batch.
///
/// At the end each value becomes a 64-bit number in the order of the key.
struct SortKeyValues {
  private enum Collected {
    case words([UInt64])
    case texts(codes: [UInt32], dictionary: StringDictionary)
    case values([Value])
  }

  private let key: SortKey
  private let program: Program
  private let compiler: ProgramCompiler
  private var collected: Collected
  /// 1 for each row with a value; nil while all have one.
  private var validity: [UInt8]?
  private(set) var count = 0
  /// Whether the dictionary was made here; others are shared with all batches.
  private var hasOwnDictionary = false

  /// Ranking fewer strings again and again takes longer than keeping them.
  private static let fewestRanked = 1 << 15

  init(_ key: SortKey, _ compiler: ProgramCompiler) {
    self.key = key
    self.compiler = compiler
    // Records sort by identity, as their references do.
    program =
      compiler.referenceVector(key.expression).map(Program.int64)
      ?? compiler.compile(key.expression)
    switch program {
    case .bool, .int64, .double: collected = .words([])
    case .string: collected = .texts(codes: [], dictionary: StringDictionary())
    case .values: collected = .values([])
    }
  }

  /// Adds the selected rows of a batch.
  mutating func add(_ batch: SelectedBatch, _ selection: [Int]?) throws {
    do {
      try addVectors(batch.context, selection)
    } catch is BatchFailure {
      let rows = RowEvaluation(batch.context)
      try addValues(
        (selection ?? Array(0..<batch.context.count)).map {
          try rows.value(key.expression, row: $0)
        }
      )
    }
  }

  /// Adds a row with a value from the scalar evaluator.
  mutating func add(_ value: Value) { addValues([value]) }

  /// The words in the order of the key, and the rows that have a value.
  func normalized(
    _ cancellation: CancellationFlag
  ) throws -> (words: [UInt64], validity: [UInt8]?) {
    let words: [UInt64]
    switch collected {
    case .words(let collected):
      words = collected
    case .texts(let codes, let dictionary):
      let ranks = try StringRanks(
        dictionary,
        order: key.order,
        codes: codes,
        validity: validity,
        cancellation
      )
      words = Vector(codes).map { ranks.rank(of: $0) }
    case .values(let values):
      words = try ValueRanks(values, cancellation).ranks
    }
    let directed = key.isDescending ? Vector(words).map { ~$0 } : words
    guard let validity else { return (directed, nil) }
    // Nils are ties, so their fillers must be equal.
    return (Vector(directed).zip(Vector(validity)) { $1 == 0 ? 0 : $0 }, validity)
  }

  /// Whether values map to words directly, not by rank.
  var hasWords: Bool { if case .words = collected { true } else { false } }

  /// Whether dropping rows that are not among the first is worth the time.
  var mayBePruned: Bool {
    switch collected {
    case .words: true
    case .values: count >= Self.fewestRanked
    case .texts: hasOwnDictionary && count >= Self.fewestRanked
    }
  }

  /// 1 for rows whose value does not come after that of `word`; nil if only ranks can tell. Throws
  /// ``BatchFailure`` if a row may fail.
  func rows(of context: BatchContext, notBehind word: UInt64) throws -> [UInt8]? {
    let word = key.isDescending ? ~word : word
    let operation: ComparisonOperator = key.isDescending ? .greaterOrEqual : .lessOrEqual
    let validity: [UInt8]?
    let mask: [UInt8]
    switch program {
    case .int64(let node):
      let vector = try node.result(context)
      validity = vector.validity
      mask = ComparisonKernels.compare(operation, vector, to: SortableWord.int64(word))
    case .double(let node):
      let vector = try node.result(context)
      validity = vector.validity
      mask = ComparisonKernels.compare(operation, vector, to: SortableWord.double(word))
    case .bool, .string, .values:
      return nil
    }
    guard key.nullsFirst, let validity else { return mask }
    return MaskKernels.or(mask, MaskKernels.not(validity))
  }

  /// Appends the rows of `next`.
  mutating func append(_ next: SortKeyValues) {
    let mine = collected
    collected = .words([])
    switch (mine, next.collected) {
    case (.words(let words), .words(let added)):
      collected = .words(words + added)
    case (.values(let values), .values(let added)):
      collected = .values(values + added)
    case (.texts(let codes, let dictionary), .texts(let added, let other)):
      let (both, shared) = Self.texts(codes, dictionary, added, other)
      collected = .texts(codes: both, dictionary: shared)
    default:
      // Programs of the same key have the same shape.
      collected = mine
      return
    }
    addValidity(next.validity, nil, count: next.count)
  }

  /// The codes of both in one dictionary.
  private static func texts(
    _ codes: [UInt32],
    _ dictionary: StringDictionary,
    _ added: [UInt32],
    _ other: StringDictionary
  ) -> ([UInt32], StringDictionary) {
    if codes.isEmpty || other.extends(dictionary) { return (codes + added, other) }
    if added.isEmpty || dictionary.extends(other) { return (codes + added, dictionary) }
    var shared = dictionary
    let renamed = added.map { code in
      // Fillers of nil rows may not be codes.
      Int(code) < other.count ? other.withUTF8(of: code) { shared.code(for: $0) } : 0
    }
    return (codes + renamed, shared)
  }

  /// The given rows.
  func selecting(_ rows: [Int]) -> SortKeyValues {
    var selected = self
    selected.validity = validity.map { validity in rows.map { validity[$0] } }
    selected.count = rows.count
    switch collected {
    case .words(let words): selected.collected = .words(rows.map { words[$0] })
    case .values(let values): selected.collected = .values(rows.map { values[$0] })
    case .texts(let codes, let dictionary):
      let kept = rows.map { codes[$0] }
      selected.collected =
        hasOwnDictionary
        ? Self.compact(kept, dictionary, selected.validity)
        : .texts(codes: kept, dictionary: dictionary)
    }
    return selected
  }

  /// Texts with a dictionary of only their strings.
  private static func compact(
    _ codes: [UInt32],
    _ dictionary: StringDictionary,
    _ validity: [UInt8]?
  ) -> Collected {
    var own = StringDictionary()
    let renamed = codes.enumerated().map { row, code in
      validity.map { $0[row] != 0 } ?? true
        ? dictionary.withUTF8(of: code) { own.code(for: $0) } : 0
    }
    return .texts(codes: renamed, dictionary: own)
  }

  /// Adds the selected rows of a batch; throws ``BatchFailure`` if a row may fail.
  mutating func addVectors(_ context: BatchContext, _ selection: [Int]?) throws {
    switch program {
    case .bool(let node):
      add(try node.result(context), selection) { UInt64($0) }
    case .int64(let node):
      add(try node.result(context), selection, SortableWord.word)
    case .double(let node):
      add(try node.result(context), selection, SortableWord.word)
    case .string(let node):
      add(try node.result(context), selection)
    case .values(let node):
      let values = try node.result(context)
      addValues(selection.map { $0.map { values[$0] } } ?? values)
    }
  }

  private mutating func add<Element>(
    _ vector: Vector<Element>,
    _ selection: [Int]?,
    _ word: (Element) -> UInt64
  ) {
    guard case .words(var words) = collected else { return }
    collected = .words([])
    if let selection {
      words.append(contentsOf: selection.map { word(vector[$0]) })
    } else {
      words.append(contentsOf: vector.map(word))
    }
    collected = .words(words)
    addValidity(vector.validity, selection, count: vector.count)
  }

  private mutating func add(_ vector: StringVector, _ selection: [Int]?) {
    guard case .texts(var codes, var dictionary) = collected else { return }
    collected = .words([])
    if count == 0 { dictionary = vector.dictionary }
    if vector.dictionary.extends(dictionary) {
      dictionary = vector.dictionary
      codes += selection.map { $0.map { vector.codes[$0] } } ?? vector.codes.map { $0 }
    } else {
      hasOwnDictionary = true
      for row in selection ?? Array(0..<vector.codes.count) {
        codes.append(
          vector.codes.isValid(row)
            ? vector.dictionary.withUTF8(of: vector.codes[row]) { dictionary.code(for: $0) } : 0
        )
      }
    }
    collected = .texts(codes: codes, dictionary: dictionary)
    addValidity(vector.codes.validity, selection, count: vector.codes.count)
  }

  /// Adds values from the scalar evaluator.
  private mutating func addValues(_ values: [Value]) {
    // Moves the array out of `collected` first to avoid a copy.
    switch collected {
    case .words(var words):
      collected = .words([])
      words += values.map(Self.word)
      collected = .words(words)
    case .texts(var codes, var dictionary):
      collected = .words([])
      for value in values {
        if case .string(let text) = value {
          codes.append(dictionary.code(for: text))
        } else {
          codes.append(0)
        }
      }
      collected = .texts(codes: codes, dictionary: dictionary)
    case .values(var all):
      collected = .words([])
      all += values
      collected = .values(all)
    }
    addValidity(values.map { $0.isNull ? 0 : 1 }, nil, count: values.count)
  }

  /// Adds the validity of `batchCount` rows, or of the selected ones.
  private mutating func addValidity(
    _ added: [UInt8]?,
    _ selection: [Int]?,
    count batchCount: Int
  ) {
    let rows = selection?.count ?? batchCount
    defer { count += rows }
    guard added != nil || validity != nil else { return }
    var all = validity ?? Array(repeating: 1, count: count)
    validity = nil
    if let added {
      if let selection { all += selection.map { added[$0] } } else { all += added }
    } else {
      all += repeatElement(1, count: rows)
    }
    validity = all
  }

  private static func word(_ value: Value) -> UInt64 {
    switch value {
    case .bool(let value): value ? 1 : 0
    case .int(let value): SortableWord.word(value)
    case .date(let value): SortableWord.word(value.microseconds)
    case .double(let value): SortableWord.word(value)
    default: 0
    }
  }
}
