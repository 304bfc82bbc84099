package import Foundation

/// Writes keyed archives as `NSKeyedArchiver` does. Objects that are to refer to one another are reserved
/// before they are given.
package final class ArchiveWriter {
  private var objects: [WrittenValue] = [.string("$null")]
  private var classes: [String: Int] = [:]

  /// Begins an empty archive.
  package init() {}

  /// The reference to nil.
  package static let null = WrittenValue.uid(0)

  /// A number for an object that is given later.
  package func reserve() -> Int {
    objects.append(.null)
    return objects.count - 1
  }

  /// Adds a plain value; the reference to it.
  package func plain(_ value: WrittenValue) -> WrittenValue {
    objects.append(value)
    return .uid(objects.count - 1)
  }

  /// A text as it is referred to.
  package func text(_ text: String?) -> WrittenValue {
    text.map { plain(.string($0)) } ?? Self.null
  }

  /// Adds an object with its members; the reference to it.
  @discardableResult
  package func object(
    _ className: String,
    _ members: [String: WrittenValue],
    as number: Int? = nil
  ) -> WrittenValue {
    let number = number ?? reserve()
    objects[number] = .dictionary(members.merging(["$class": type(className)]) { $1 })
    return .uid(number)
  }

  /// Adds an array.
  package func array(_ elements: [WrittenValue], className: String = "NSArray") -> WrittenValue {
    object(className, ["NS.objects": .array(elements)])
  }

  /// Adds a dictionary with the keys in a mapping, as models have them.
  package func knownKeys(_ pairs: [(String, WrittenValue)]) -> WrittenValue {
    let keys = array(pairs.map { text($0.0) })
    let mapping = object("NSKnownKeysMappingStrategy1", ["keys": keys])
    let values = array(pairs.map(\.1))
    return object("NSKnownKeysDictionary1", ["searchMapping": mapping, "values": values])
  }

  private func type(_ name: String) -> WrittenValue {
    if let number = classes[name] { return .uid(number) }
    objects.append(
      .dictionary(["$classname": .string(name), "$classes": .array([.string(name)])])
    )
    classes[name] = objects.count - 1
    return .uid(objects.count - 1)
  }

  /// The archive of the object that `root` refers to.
  package func data(_ root: WrittenValue) -> Data {
    PropertyListWriter.data(
      .dictionary([
        "$archiver": .string("NSKeyedArchiver"), "$version": .int(100_000),
        "$objects": .array(objects), "$top": .dictionary(["root": root]),
      ])
    )
  }
}

extension ArchiveWriter {
  /// The archive of an array of texts.
  package static func texts(_ texts: [String]) -> Data {
    let writer = ArchiveWriter()
    return writer.data(writer.array(texts.map { writer.text($0) }))
  }

  /// The archive of an object whose class is not a plain one.
  package static func opaque(_ className: String) -> Data {
    let writer = ArchiveWriter()
    return writer.data(writer.object(className, ["value": .int(7)]))
  }
}
