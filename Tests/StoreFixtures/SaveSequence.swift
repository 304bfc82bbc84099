/// Saves that follow each other, each of several statements or records, and what a file holds after
/// some of them.
package struct SaveSequence {
  /// The models of the records.
  package static let models = """
    model Batch { n: Int unique, label: String?, items: [Item] cascade inverse batch, tags: [Tag] }
    model Item { k: Int, batch: Batch }
    model Tag { name: String unique, batches: [Batch] inverse tags }
    model Counter { value: Int }
    insert Counter value: 0
    insert Tag [{ name: "even" }, { name: "odd" }]
    """

  /// What is asked of a file: all that saves change.
  package static let queries = [
    "fetch Batch select n, label, count(items), sum(items.k), count(tags) sort n",
    "fetch Counter select value", "fetch Item select count()",
  ]

  /// The number of saves so far.
  package private(set) var count = 0
  /// The batches that there are: how many items, the label, whether it has a tag.
  private var batches: [Int: (items: Int, label: String, tags: Int)] = [:]

  /// The sequence before the first save.
  package init() {}

  /// The statements of save number `number`, from 0 on.
  package static func statements(_ number: Int) -> [String] {
    let items = (1...itemCount(number)).map { "{ k: \($0) }" }.joined(separator: ", ")
    switch number % 5 {
    case 0:
      return ["insert Batch { n: \(number), items: [\(items)] }"]
    case 1:
      return [
        "begin", "insert Batch { n: \(number) }",
        "insert Item ["
          + (1...itemCount(number))
          .map { "{ k: \($0), batch: (Batch where n == \(number)) }" }.joined(separator: ", ")
          + "]",
        "update all Counter set value = \(number + 1)", "save",
      ]
    case 2:
      return ["update Batch where n == \(number - 1) set label = \"b\(number)\""]
    case 3:
      return [
        "begin", "insert Batch { n: \(number), items: [\(items)] }",
        "update Batch where n >= \(number - 3) set tags = [Tag#1, Tag#2]", "save",
      ]
    default:
      return ["delete Batch where n < \(number - 8)"]
    }
  }

  private static func itemCount(_ number: Int) -> Int { 1 + number * 7 % 23 }

  /// The sequence after `saves` more.
  package func advanced(by saves: Int) -> SaveSequence {
    var result = self
    for _ in 0..<saves { result.advance() }
    return result
  }

  private mutating func advance() {
    let number = count
    count += 1
    switch number % 5 {
    case 0, 1: batches[number] = (Self.itemCount(number), "", 0)
    case 2: batches[number - 1]?.label = "b\(number)"
    case 3:
      batches[number] = (Self.itemCount(number), "", 0)
      for batch in batches.keys where batch >= number - 3 { batches[batch]?.tags = 2 }
    default: batches = batches.filter { $0.key >= number - 8 }
    }
  }

  /// What ``queries`` answer as CSV, without headers.
  package var contents: [String] {
    let rows = batches.sorted { $0.key < $1.key }.map { n, batch in
      "\(n),\(batch.label),\(batch.items),\(batch.items * (batch.items + 1) / 2),\(batch.tags)"
    }
    let counted = (0..<count).last { $0 % 5 == 1 }.map { $0 + 1 } ?? 0
    return [
      rows.joined(separator: "\n"), "\(counted)", "\(batches.values.reduce(0) { $0 + $1.items })",
    ]
  }
}
