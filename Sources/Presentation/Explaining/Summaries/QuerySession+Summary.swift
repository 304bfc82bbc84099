import Binding
import Columns
import Diagnostics
import Execution
import Foundation
import Model
public import Session
public import Storage
import Syntax

/// `.summary`
extension QuerySession {
  /// A row for each attribute of `entity`: the number of values, the percentage of nils, the number
  /// of distinct values, minimum, maximum, mean and histogram.
  ///
  /// All figures are of one snapshot. Throws the store's errors, also ``Cancellation``.
  public func summary(of entity: String) throws(SessionError) -> ListedRows {
    do {
      guard let entity = schema.entity(entity) else { return AttributeSummary.table([], total: 0) }
      let attributes = entity.properties.compactMap(SummarizedAttribute.init)
      let executor = try executor()
      let asker = SummaryQueries(
        session: self,
        entity: quotedIfNeeded(entity.name),
        executor: executor
      )
      let total = try executor.count(of: executor.plan(binder.request(forAll: entity.name)))
      let facts = try asker.facts(attributes)
      let rows = try zip(attributes, facts).map { attribute, facts in
        AttributeSummary(
          attribute: attribute,
          facts: facts,
          distinct: try asker.distinct(attribute, facts),
          histogram: try asker.histogram(attribute, facts)
        )
      }
      return AttributeSummary.table(rows, total: total)
    } catch {
      throw SessionError(error, in: nil)
    }
  }
}

/// A stored or computed attribute.
struct SummarizedAttribute {
  let name: String
  let type: ValueType

  init?(_ property: Property) {
    name = property.name
    switch property {
    case .attribute(let attribute): type = attribute.type
    case .computed(let computed): type = computed.type
    case .relationship: return nil
    }
  }

  /// The name, quoted for a query.
  var quotedName: String { name.contains("`") ? quotedIfNeeded(name) : "`\(name)`" }

  /// Whether aggregates treat it as one value a record.
  var isSingle: Bool {
    switch type {
    case .list, .composite, .toMany: false
    default: true
    }
  }

  /// Whether minimum and maximum make sense.
  var isOrdered: Bool {
    switch type {
    case .int, .double, .decimal, .string, .date, .uuid: true
    default: false
    }
  }

  /// Whether a query can compare values for equality.
  var isComparable: Bool {
    switch type {
    case .bool, .enumeration: true
    default: isOrdered
    }
  }
}

/// The figures of an attribute from one pass over the records.
struct AttributeFacts {
  /// The number of records with a value.
  var count = 0
  var least = Value.null
  var greatest = Value.null
  var mean: Double?
}

/// A line of a summary.
struct AttributeSummary {
  let attribute: SummarizedAttribute
  let facts: AttributeFacts
  /// The number of distinct values; nil if they cannot be compared.
  let distinct: Int?
  let histogram: String?

  /// The summaries as rows, for an entity with `total` records.
  static func table(_ summaries: [AttributeSummary], total: Int) -> ListedRows {
    ListedRows(
      headers: [
        ResultHeader(name: "attribute", type: .string), ResultHeader(name: "count", type: .int),
        ResultHeader(name: "nil %", type: .double),
        ResultHeader(name: "distinct", type: .int), ResultHeader(name: "min", type: .string),
        ResultHeader(name: "max", type: .string), ResultHeader(name: "mean", type: .double),
        ResultHeader(name: "histogram", type: .string), ResultHeader(name: "type", type: .string),
      ],
      rows: summaries.map { summary in
        [
          .string(summary.attribute.name),
          .int(Int64(summary.facts.count)),
          total == 0 ? .null : .double(percent(total - summary.facts.count, of: total)),
          summary.distinct.map { .int(Int64($0)) } ?? .null,
          summary.facts.least,
          summary.facts.greatest,
          summary.facts.mean.map { .double(rounded($0)) } ?? .null,
          summary.histogram.map(Value.string) ?? .null,
          .string(summary.attribute.type.description),
        ]
      }
    )
  }

  /// Rounded to one decimal place.
  private static func percent(_ part: Int, of total: Int) -> Double {
    (Double(part) / Double(total) * 1000).rounded() / 10
  }

  /// Rounded to six significant digits, but at least two decimal places.
  private static func rounded(_ number: Double) -> Double {
    guard number.isFinite, number != 0 else { return number }
    let power = max(100, pow(10, 5 - log10(number.magnitude).rounded(.down)))
    // Larger Doubles have no such digits.
    guard (number * power).magnitude < 0x1p53 else { return number }
    return (number * power).rounded() / power
  }
}
