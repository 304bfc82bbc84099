import Model
import SQLGeneration
import TableModels

/// The types of a database, and how their values are read.
struct ServerTypes {
  private struct Entry {
    let name: String
    let kind: String
    let base: Int64
    let element: Int64
    let modifier: Int64
    let isNotNull: Bool
    let isSystem: Bool
  }

  private var entries: [Int64: Entry] = [:]
  private var enumerations: [Int64: EnumerationType] = [:]
  private var composites: [Int64: (type: CompositeType, parts: [CataloguePart])] = [:]

  /// Reads the results of the catalogue's statements.
  init(_ types: ServerResult, _ enums: ServerResult, _ composites: ServerResult) {
    for row in 0..<types.rowCount {
      entries[types.number(row, 0) ?? 0] = Entry(
        name: types.text(row, 1) ?? "",
        kind: types.text(row, 2) ?? "",
        base: types.number(row, 3) ?? 0,
        element: types.number(row, 4) ?? 0,
        modifier: types.number(row, 6) ?? -1,
        isNotNull: types.flag(row, 7),
        isSystem: types.flag(row, 8)
      )
    }
    var taken = DistinctNames()
    addEnumerations(enums, &taken)
    addComposites(composites, &taken)
  }

  /// The enums whose labels are words of the language. Others are strings.
  private mutating func addEnumerations(_ enums: ServerResult, _ taken: inout DistinctNames) {
    var labels: [Int64: [String]] = [:]
    for row in 0..<enums.rowCount {
      labels[enums.number(row, 0) ?? 0, default: []].append(enums.text(row, 1) ?? "")
    }
    for (id, cases) in labels.sorted(by: { $0.key < $1.key }) {
      guard let entry = entries[id],
        cases.allSatisfy({ PlainName.word($0, fallback: "") == $0 && !$0.isEmpty })
      else { continue }
      let name = taken.claim(firstOf: [PlainName.word(entry.name, fallback: "choice")])
      enumerations[id] = EnumerationType(name: name, cases: cases)
    }
  }

  /// Composites are structs whose fields may all be nil. Composites and arrays in them are strings.
  private mutating func addComposites(_ rows: ServerResult, _ taken: inout DistinctNames) {
    let places = Dictionary(grouping: 0..<rows.rowCount) { rows.number($0, 0) ?? 0 }
    for (id, places) in places.sorted(by: { $0.key < $1.key }) {
      var names = DistinctNames()
      var (fields, parts): ([CompositeField], [CataloguePart]) = ([], [])
      for row in places {
        let name = rows.text(row, 2) ?? ""
        let field = names.claim(firstOf: [PlainName.word(name, fallback: "part")])
        let known = column(
          rows.number(row, 3) ?? 0,
          modifier: rows.number(row, 4) ?? -1,
          isDeterministic: rows.flag(row, 5)
        )
        let type = known.codec == .server(.array) || known.type.isComposite ? text : known
        let isText = ["text", "varchar", "bpchar", "citext"]
          .contains(entries[rows.number(row, 3) ?? 0]?.name)
        fields.append(
          CompositeField(
            name: field,
            type: type.type,
            isOptional: true,
            isOpaque: type == network || type == text && !isText
          )
        )
        parts.append(CataloguePart(name: name, field: field, codec: type.codec))
      }
      let word = PlainName.word(rows.text(places[0], 1) ?? "", fallback: "composite")
      let type = CompositeType(name: taken.claim(firstOf: [word]), fields: fields)
      composites[id] = (type, parts)
    }
  }

  /// The fields of a composite, or of a domain over one; empty for other types.
  func parts(of id: Int64) -> [CataloguePart] {
    if let entry = entries[id], entry.kind == "d" { return parts(of: entry.base) }
    return composites[id]?.parts ?? []
  }

  /// The enums and structs of the schema.
  var declared: [DeclaredType] {
    enumerations.sorted { $0.key < $1.key }.map { DeclaredType.enumeration($0.value) }
      + composites.sorted { $0.key < $1.key }.map { DeclaredType.structure($0.value.type) }
  }

  /// The type of a column.
  ///
  /// - Parameters:
  ///   - modifier: The type's parameters, as in `numeric(10, 2)`.
  ///   - isDeterministic: Whether the column's collation compares strings by their bytes.
  func column(_ id: Int64, modifier: Int64, isDeterministic: Bool) -> DeclaredColumnType {
    if let composite = composites[id] {
      return DeclaredColumnType(.composite(composite.type), .server(.asText))
    }
    guard let entry = entries[id] else { return text }
    if entry.kind == "d" {
      return column(
        entry.base,
        modifier: entry.modifier >= 0 ? entry.modifier : modifier,
        isDeterministic: isDeterministic
      )
    }
    if let enumeration = enumerations[id] {
      return DeclaredColumnType(.enumeration(enumeration), .server(.asText))
    }
    if entry.element != 0, entry.name.hasPrefix("_") { return array(entry.element) }
    guard entry.isSystem else { return text }
    return plain(entry.name, modifier, isDeterministic)
  }

  /// The name of a type whose values are the server's texts, such as `jsonb`; nil for strings,
  /// enums and types with a counterpart.
  func textType(_ id: Int64) -> String? {
    guard let entry = entries[id] else { return nil }
    if entry.kind == "d" { return textType(entry.base) }
    let type = column(id, modifier: -1, isDeterministic: true)
    guard type == text || type == network, enumerations[id] == nil,
      !["bpchar", "citext"].contains(entry.name)
    else { return nil }
    return entry.name
  }

  /// The digits of `numeric(10, 2)`; nil without such limits.
  func digits(_ id: Int64, modifier: Int64) -> DecimalDigits? {
    guard let entry = entries[id] else { return nil }
    if entry.kind == "d" {
      return digits(entry.base, modifier: entry.modifier >= 0 ? entry.modifier : modifier)
    }
    // The modifier is the precision and the scale, after four bytes.
    let (precision, scale) = ((modifier - 4) >> 16, (modifier - 4) & 0x7ff)
    guard entry.name == "numeric", entry.isSystem, modifier >= 4, precision <= 38,
      scale <= precision
    else { return nil }
    return DecimalDigits(whole: Int(precision - scale), fraction: Int(scale))
  }

  /// Whether strings that differ in case are equal: `citext`.
  func ignoresCase(_ id: Int64) -> Bool {
    guard let entry = entries[id] else { return false }
    return entry.kind == "d" ? ignoresCase(entry.base) : entry.name == "citext" && !entry.isSystem
  }

  /// Whether a domain forbids NULL.
  func isNotNull(_ id: Int64) -> Bool { entries[id]?.isNotNull ?? false }

  private let text = DeclaredColumnType(.string, .server(.asText))
  private let network = DeclaredColumnType(.string, .server(.network))

  private func plain(
    _ name: String,
    _ modifier: Int64,
    _ isDeterministic: Bool
  ) -> DeclaredColumnType {
    switch name {
    case "bool": DeclaredColumnType(.bool, .server(.boolean))
    case "int2", "int4", "int8": DeclaredColumnType(.int, .server(.integer))
    case "float4", "float8": DeclaredColumnType(.double, .server(.real))
    case "numeric":
      // The modifier is the precision and the scale, after four bytes.
      DeclaredColumnType(
        .decimal,
        .server(.numeric(isBounded: modifier >= 4 && (modifier - 4) >> 16 <= 38))
      )
    case "text", "varchar", "name":
      isDeterministic
        ? DeclaredColumnType(.string, .server(.text)) : text
    case "inet": network
    case "uuid": DeclaredColumnType(.uuid, .server(.uuid))
    case "bytea": DeclaredColumnType(.data, .server(.bytes))
    case "date": DeclaredColumnType(.date, .server(.date))
    case "timestamp": DeclaredColumnType(.date, .server(.timestamp))
    case "timestamptz": DeclaredColumnType(.date, .server(.timestampWithZone))
    default: text
    }
  }

  private func array(_ element: Int64) -> DeclaredColumnType {
    let type = column(element, modifier: -1, isDeterministic: true).type
    switch type {
    case .bool, .int, .double, .decimal, .uuid, .string, .enumeration:
      return DeclaredColumnType(.list(type), .server(.array))
    default:
      return DeclaredColumnType(.list(.string), .server(.array))
    }
  }
}

extension ValueType {
  fileprivate var isComposite: Bool {
    if case .composite = self { true } else { false }
  }
}
