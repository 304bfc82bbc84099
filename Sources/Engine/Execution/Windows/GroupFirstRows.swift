import Columns
import Expressions
import Model
import Storage

/// Finds the first rows of each group in the order of sort keys: `sort amount desc limit 3 per
/// budget`.
///
/// A bounded heap for each group keeps the least words of the first key. Only rows that it does not
/// exclude, ties among them, are sorted by all keys.
final class GroupFirstRows: BatchCollector {
  private let sort: [SortKey]
  private let first: Int
  private let numbers: GroupNumbers
  private var key: SortKeyValues
  private var references: [Int64] = []
  private var groups: [UInt32] = []
  private var nextPruning = pruningStep

  /// The maximum number of rows of a group; more are faster to sort completely.
  private static let maxRows = 4096
  /// The maximum number of words in all heaps.
  private static let maxWords = 1 << 24
  /// The minimum number of rows before pruning.
  private static let pruningStep = 1 << 16

  /// Whether the rows can be found so. Every row must be evaluated for keys that can fail.
  static func canFind(_ keys: [TypedExpression], _ sort: [SortKey], first: Int) -> Bool {
    first <= maxRows && !(keys + sort.map(\.expression)).contains(where: \.canFail)
  }

  /// Compiles the programs immediately, so that the scan knows the columns.
  init(_ keys: [TypedExpression], _ sort: [SortKey], first: Int, _ compiler: ProgramCompiler) {
    self.sort = sort
    self.first = first
    numbers = GroupNumbers(keys, compiler)
    key = SortKeyValues(sort[0], compiler)
  }

  /// Groups are numbered in order of appearance, so rows are collected by one thread.
  var mayBeDivided: Bool { false }

  func append(_ next: GroupFirstRows, _ environment: ExecutionEnvironment) {
    preconditionFailure("groups of parts have different numbers")
  }

  func add(_ batch: SelectedBatch) throws {
    groups += try numbers.numbers(of: batch)
    let selection = batch.selection
    try key.add(batch, selection)
    references += batch.references(of: selection)
    guard references.count >= nextPruning, key.hasWords else { return }
    try prune(batch.context.environment.cancellation)
    nextPruning = 2 * references.count + Self.pruningStep
  }

  /// The rows after the first `offset` of each group, in the order of the keys.
  func references(
    offset: Int,
    _ environment: ExecutionEnvironment,
    entity: String
  ) throws -> [Int64] {
    guard offset < first else { return [] }
    try prune(environment.cancellation)
    let compiler = ProgramCompiler()
    let sorter = RowSorter(sort, keep: nil, compiler)
    let gatherer = RowGatherer(entity: entity, environment)
    try gatherer.forEachBatch(of: references, compiler, sorter.add)
    var places = GroupPlaces(offset..<first)
    return try sorter.sortedRows(environment.cancellation, entity: entity).compactMap { row in
      places.takes(groups[Int(row)]) ? references[Int(row)] : nil
    }
  }

  /// Drops the rows that are not among the first of their groups.
  private func prune(_ cancellation: CancellationFlag) throws {
    guard first > 0, numbers.count <= Self.maxWords / first, first * numbers.count < groups.count
    else { return }
    let (words, validity) = try key.normalized(cancellation)
    let nilWord: UInt64 = sort[0].nullsFirst ? 0 : .max
    var heaps = WordHeaps(groupCount: numbers.count, capacity: first)
    for row in words.indices {
      let word = validity.map { $0[row] == 0 } ?? false ? nilWord : words[row]
      heaps.offer(word, to: Int(groups[row]))
    }
    let kept = words.indices.filter { row in
      let word = validity.map { $0[row] == 0 } ?? false ? nilWord : words[row]
      return word <= heaps.greatest(of: Int(groups[row]))
    }
    key = key.selecting(kept)
    references = kept.map { references[$0] }
    groups = kept.map { groups[$0] }
  }
}

/// A max-heap of the least words of each group, all in one array.
private struct WordHeaps {
  private var words: [UInt64]
  private var counts: [Int]
  private let capacity: Int

  init(groupCount: Int, capacity: Int) {
    words = Array(repeating: .max, count: groupCount * capacity)
    counts = Array(repeating: 0, count: groupCount)
    self.capacity = capacity
  }

  /// The greatest of the least words; the maximum if there are fewer.
  func greatest(of group: Int) -> UInt64 {
    counts[group] < capacity ? .max : words[group * capacity]
  }

  @inline(__always)
  mutating func offer(_ word: UInt64, to group: Int) {
    let start = group * capacity
    if counts[group] < capacity {
      words[start + counts[group]] = word
      siftUp(counts[group], start)
      counts[group] += 1
    } else if word < words[start] {
      words[start] = word
      siftDown(start)
    }
  }

  private mutating func siftUp(_ place: Int, _ start: Int) {
    var child = place
    while child > 0, words[start + (child - 1) / 2] < words[start + child] {
      words.swapAt(start + child, start + (child - 1) / 2)
      child = (child - 1) / 2
    }
  }

  private mutating func siftDown(_ start: Int) {
    var parent = 0
    while true {
      var greatest = parent
      for child in [2 * parent + 1, 2 * parent + 2]
      where child < capacity && words[start + child] > words[start + greatest] {
        greatest = child
      }
      if greatest == parent { return }
      words.swapAt(start + parent, start + greatest)
      parent = greatest
    }
  }
}
