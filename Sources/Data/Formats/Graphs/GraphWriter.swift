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
/// `schema` has the declarations line by line, `next` the numbers of the next new records by root
/// entity. Records are listed under their root entity in identity order; a record of a model that
/// specializes it has a `model`. Only stored properties that are not nil are written, in declared
/// order: Ints and Doubles as numbers (infinities as `"inf"` and `"-inf"`), Decimals as strings,
/// Dates as `2026-11-21T17:30:00Z` (outside the years 1 to 9999 as microseconds since 1970), Data
/// in Base64, structs as objects, and records as their identities.
public struct GraphWriter: ~Copyable {
  /// The value of `format`.
  static let format = "martlet graph 1"

  private var output = OutputBuffer()
  private var hasEntity = false
  private var hasRecord = false

  /// Creates a writer without output.
  public init() {}

  /// Writes everything before the records.
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

  /// Starts the records of a root entity.
  public mutating func begin(entity: String) {
    if hasRecord { output.append("\n]") }
    output.append(hasEntity ? ",\n" : "\n")
    output.appendJSON(entity)
    output.append(": [")
    (hasEntity, hasRecord) = (true, false)
  }

  /// Writes a record of the current entity.
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

  /// Writes everything after the records.
  public mutating func end() {
    if hasRecord { output.append("\n]") }
    output.append("\n}\n}\n")
  }

  /// Passes the output since the last call to `sink`.
  public mutating func flush(to sink: ByteSink) throws {
    try output.flush(to: sink)
  }

  /// Ends the graph. Returns the output since the last flush.
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

  /// Writes a value as in JSON results, except that nothing is lost.
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

/// The dates that are written as text.
enum GraphDates {
  /// The microseconds of the years 1 to 9999.
  static let range: ClosedRange<Int64> = {
    let perDay = Timestamp.microsecondsPerDay
    let first = CivilDate(year: 1, month: 1, day: 1).dayNumber
    let end = CivilDate(year: 10_000, month: 1, day: 1).dayNumber
    return first * perDay...end * perDay - 1
  }()
}
