import Model
import Storage

/// `.info`
extension QuerySession {
  /// The properties of the store: its kind, sizes and number of records.
  public func info() throws(SessionError) -> [StoreProperty] {
    do {
      let facts = try store.facts()
      let schema = schema
      let roots = schema.entities.map(\.name).filter { schema.root(of: $0) == $0 }
      var records = 0
      for root in roots {
        records = records.addingReportingOverflow(try recordCount(of: root)).partialValue
      }
      // Foreign files have no versions.
      let versions = try store.capability((any MigratingStore).self, for: .reading)
      return StoreProperties(
        facts,
        version: try versions?.schemaVersion(),
        checksum: versions == nil || schema.entities.isEmpty ? nil : schema.checksum,
        models: schema.entities.count,
        records: records
      ).all
    } catch {
      throw SessionError(error, in: nil)
    }
  }

  /// The version of the store's models, `version 2, checksum cedec6e28e466694`; nil if it has none.
  public var versionRemark: String? {
    guard let present = try? store.modelVersion() else { return nil }
    let isChanged = schema.checksum != present.checksum
    return "version \(present.number), "
      + (isChanged ? "changed since by `extend` or `model`" : "checksum \(present.checksum)")
  }
}
