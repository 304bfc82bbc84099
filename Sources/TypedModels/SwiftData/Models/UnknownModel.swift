#if SwiftData
  /// The object of an identity whose model the container does not have.
  final class UnknownModel: PersistentModel {
    let _$backing: ModelBacking

    static var schemaMetadata: [Schema.PropertyMetadata] { [] }

    init(backingData: ModelBacking) { _$backing = backingData }
  }
#endif
