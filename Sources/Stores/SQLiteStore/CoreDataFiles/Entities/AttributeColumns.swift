import CoreDataModels
import Foundation
import Model
import SQLGeneration

/// The types and codecs of the model's attributes.
struct AttributeColumns {
  let samples: ColumnSamples
  let externalFolder: ExternalFolder

  /// The type and codec of a stored value in `column`; nil for unsupported types.
  ///
  /// - Parameter isPart: Whether it is a part of a composite, where SwiftData writes arrays as
  ///   JSON.
  func column(
    _ attribute: ModelAttribute,
    _ column: String,
    of table: String,
    isPart: Bool
  ) -> (type: ValueType, codec: ColumnCodec)? {
    switch attribute.type {
    case .int16, .int32, .int64: return (.int, .integer)
    case .double, .float: return (.double, .real)
    case .decimal: return (.decimal, .decimalNumber)
    case .string, .uri: return (.string, .text)
    case .bool: return (.bool, .bool)
    case .date: return (.date, .date(.coreData))
    case .uuid: return (.uuid, .uuidBytes)
    case .transformable: return archived(attribute, contents(attribute, column, table))
    case .binary:
      if attribute.allowsExternalStorage { return (.data, .externalBlob(externalFolder)) }
      if isPart, let known = readable(contents(attribute, column, table)) {
        return archived(attribute, known)
      }
      return (.data, .blob)
    case .undefined, .objectID, .composite: return nil
    }
  }

  private func archived(
    _ attribute: ModelAttribute,
    _ contents: [ArchivedContent]
  ) -> (type: ValueType, codec: ColumnCodec) {
    let codec = ArchiveCodec(
      className: attribute.valueClass,
      externalFolder: attribute.allowsExternalStorage ? externalFolder : nil
    )
    let element = ArchivedContent.commonElement(of: contents)
    return (element.map(ValueType.list) ?? .string, .archive(codec))
  }

  /// The values, if there are any and all can be read.
  private func readable(_ contents: [ArchivedContent]) -> [ArchivedContent]? {
    contents.isEmpty || contents.contains(.unreadable(className: nil)) ? nil : contents
  }

  private func contents(
    _ attribute: ModelAttribute,
    _ column: String,
    _ table: String
  ) -> [ArchivedContent] {
    samples.blobs(column, of: table).map { blob in
      guard attribute.allowsExternalStorage else { return ArchivedContent(blob) }
      return externalFolder.content(of: blob).map(ArchivedContent.init)
        ?? .unreadable(className: nil)
    }
  }
}
