import TestSupport

/// Random hierarchies of models with records, in plain Swift.
struct RandomKinds {
  /// A model: its parent, and the attributes that it declares itself.
  struct Kind {
    let name: String
    let parent: Int?
    let attributes: [String]
  }

  /// A record of a kind, with a number that no other one has.
  struct Record {
    let number: Int
    let kind: Int
    let values: [String: Int?]
    /// The home that it lives in, where its kind may have one.
    let home: Int?
  }

  private(set) var kinds: [Kind] = []
  private(set) var records: [Record] = []
  /// The kind whose records have homes.
  private(set) var housedKind = 0
  static let homeCount = 4

  /// Kinds without records. Siblings often use a name for their own attributes.
  init(_ random: inout SeededRandom) {
    for index in 0..<Int.random(in: 3...6, using: &random) { addKind(index, &random) }
    housedKind = Int.random(in: 0..<kinds.count, using: &random)
  }

  /// Adds a kind below any other one; its declaration.
  @discardableResult
  mutating func addKind(_ index: Int, _ random: inout SeededRandom) -> Kind {
    let parent = index == 0 ? nil : Int.random(in: 0..<index, using: &random)
    let inherited = parent.map { self.attributes(of: $0) } ?? []
    // A name that another branch uses may be used again, but not one that is inherited.
    let attributes = ["a", "b", "c", "d", "e"].filter {
      !inherited.contains($0) && random.chance(35)
    }
    kinds.append(Kind(name: "K\(index)", parent: parent, attributes: attributes))
    return kinds[index]
  }

  /// Adds records of any kinds; they follow those that are there.
  mutating func addRecords(_ count: Int, _ random: inout SeededRandom) -> [Record] {
    let new = (0..<count).map { index in
      let kind = Int.random(in: 0..<kinds.count, using: &random)
      let values = attributes(of: kind).map { name in
        (name, random.chance(20) ? nil : Int.random(in: 0...5, using: &random))
      }
      let isHoused = isKind(kind, housedKind) && random.chance(70)
      return Record(
        number: records.count + index,
        kind: kind,
        values: Dictionary(uniqueKeysWithValues: values),
        home: isHoused ? Int.random(in: 1...Self.homeCount, using: &random) : nil
      )
    }
    records += new
    return new
  }

  /// The names that records of a kind have values for, as they are shown.
  func attributes(of kind: Int) -> [String] {
    lineage(kind).reversed().flatMap { kinds[$0].attributes }
  }

  /// Whether `kind` is `ancestor` or specializes it.
  func isKind(_ kind: Int, _ ancestor: Int) -> Bool { lineage(kind).contains(ancestor) }

  private func lineage(_ kind: Int) -> [Int] {
    [kind] + (kinds[kind].parent.map(lineage) ?? [])
  }

  /// The records that `fetch` finds.
  func records(of kind: Int) -> [Record] { records.filter { isKind($0.kind, kind) } }

  /// The value of `(self as Kind).attribute`.
  func value(_ record: Record, as kind: Int, _ attribute: String) -> Int? {
    isKind(record.kind, kind) ? record.values[attribute] ?? nil : nil
  }
}

/// The same hierarchies as statements.
extension RandomKinds {
  /// The declarations, in any order.
  func declarations(_ random: inout SeededRandom) -> [String] {
    (kinds.indices.map(declaration)
      + ["model Home { code: Int, residents: [\(kinds[housedKind].name)] }"])
      .shuffled(using: &random)
  }

  func declaration(_ kind: Int) -> String {
    let members =
      (kind == 0 ? ["n: Int"] : []) + kinds[kind].attributes.map { "\($0): Int?" }
      + (kind == housedKind ? ["home: Home?"] : [])
    let parent = kinds[kind].parent.map { ": \(kinds[$0].name)" } ?? ""
    return "model \(kinds[kind].name)\(parent) { \(members.joined(separator: ", ")) }"
  }

  func insert(_ record: Record) -> String {
    let values = attributes(of: record.kind).map { name in
      "\(name): \(record.values[name].flatMap { $0 }.map(String.init) ?? "nil")"
    }
    let home = record.home.map { ["home: Home#\($0)"] } ?? []
    let fields = ["n: \(record.number)"] + values + home
    return "insert \(kinds[record.kind].name) { \(fields.joined(separator: ", ")) }"
  }
}
