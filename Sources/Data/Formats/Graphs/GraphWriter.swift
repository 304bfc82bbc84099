public import Files
import Foundation
public import Model

/// Writes an object graph as JSON, record by record.
///
/// ```
/// {
/// "format": "martlet graph 1",
/// "schema": [
/// "model Budget {",
/// "  name: String",
/// "  parts: [Budget] ordered",
/// "}"
/// ],
/// "next": {"Budget": 3},
/// "records": {
/// "Budget": [
/// {"id":"Budget#1","values":{"name":"Rent","parts":["Budget#2"]}},
/// {"id":"Budget#2","values":{"name":"Deposit","@Budget.parts":"Budget#1"}}
/// ]
/// }
/// }
/// ```
///
/// `schema` is the declarations line by line, `next` the number that the next new record of each root
/// entity gets. Records stand under their root entity in identity order; `model` is said of those
/// that are of one which specialises it. Of the stored properties those are written that are not nil,
/// in declared order: Ints and Doubles as numbers (infinities as `"inf"` and `"-inf"`), Decimals as
/// texts, Dates as `2026-11-21T17:30:00Z` (those beyond the years 1 to 9999 as microseconds since
/// 1970), Data in base 64, a struct as an object, records as their identities.
public struct GraphWriter: ~Copyable {
  /// What a graph's `format` says.
  static let format = "martlet graph 1"

  private var output = OutputBuffer()
  private var hasEntity = false
  private var hasRecord = false

  /// Makes a writer that has written nothing yet.
  public init() {}

  /// Writes what stands before the records.
  public mutating func begin(schema: String, nextNumbers: [(entity: String, number: Int64)]) {
    output.append("{\n\"format\": ")
    output.appendJSON(Self.format)
    output.append(",\n\"schema\": [")
    for (place, line) in schema.split(separator: "\n").enumerated() {
      output.append(place == 0 ? "\n" : ",\n")
      output.appendJSON(String(line))
    }
    output.append("\n],\n\"next\": {")
    for (place, next) in nextNumbers.enumerated() {
      if place > 0 { output.append(", ") }
      output.appendJSON(next.entity)
      output.append(": ")
      output.append(next.number)
    }
    output.append("},\n\"records\": {")
  }

  /// Writes what stands before the records of a root entity.
  public mutating func begin(entity: String) {
    if hasRecord { output.append("\n]") }
    output.append(hasEntity ? ",\n" : "\n")
    output.appendJSON(entity)
    output.append(": [")
    (hasEntity, hasRecord) = (true, false)
  }

  /// Writes a record of the entity that was begun.
  public mutating func append(id: RecordID, model: String, values: [ObjectField]) {
    output.append(hasRecord ? ",\n{\"id\":" : "\n{\"id\":")
    hasRecord = true
    output.appendJSON(id.description)
    if model != id.entity {
      output.append(",\"model\":")
      output.appendJSON(model)
    }
    output.append(",\"values\":")
    append(values)
    output.append("}")
  }

  /// Writes what stands behind the records.
  public mutating func end() {
    if hasRecord { output.append("\n]") }
    output.append("\n}\n}\n")
  }

  /// Hands what was written since to `sink`.
  public mutating func flush(to sink: ByteSink) throws {
    try output.flush(to: sink)
  }

  /// Writes what stands behind the records; all that was written since as one text.
  public mutating func finished() -> String {
    end()
    return String(decoding: output.bytes, as: UTF8.self)
  }

  private mutating func append(_ fields: [ObjectField]) {
    output.append("{")
    for (place, field) in fields.enumerated() {
      if place > 0 { output.append(Byte.comma) }
      output.appendJSON(field.name)
      output.append(Byte.colon)
      append(field.value)
    }
    output.append("}")
  }

  /// As JSON results are written, but for what they do not keep exactly.
  private mutating func append(_ value: Value) {
    switch value {
    case .object(let fields): append(fields)
    case .list(let elements):
      output.append("[")
      for (place, element) in elements.enumerated() {
        if place > 0 { output.append(Byte.comma) }
        append(element)
      }
      output.append("]")
    case .double(let number) where !number.isFinite: output.appendJSON(number.description)
    case .decimal(let number): output.appendJSON(number.description)
    case .date(let moment) where !GraphDates.range.contains(moment.microseconds):
      output.append(moment.microseconds)
    default: output.appendJSON(value)
    }
  }
}

/// The dates that are written as such.
enum GraphDates {
  /// The microseconds of the years 1 to 9999.
  static let range: ClosedRange<Int64> = {
    let perDay = Timestamp.microsecondsPerDay
    let first = CivilDate(year: 1, month: 1, day: 1).dayNumber
    let end = CivilDate(year: 10_000, month: 1, day: 1).dayNumber
    return first * perDay...end * perDay - 1
  }()
}
