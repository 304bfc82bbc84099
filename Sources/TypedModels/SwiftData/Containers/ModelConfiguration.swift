#if SwiftData
  public import Foundation

  /// Where a container keeps its records.
  public struct ModelConfiguration: DataStoreConfiguration, Sendable, Identifiable {
    /// The store of a configuration.
    public typealias Store = DefaultStore

    /// The database of an app's iCloud container. Linux has none, so this has no effect.
    public struct CloudKitDatabase: Hashable, Sendable {
      let name: String

      /// The container that the app is entitled to use.
      public static let automatic = CloudKitDatabase(name: "automatic")
      /// No container.
      public static let none = CloudKitDatabase(name: "none")

      /// A private database by name.
      public static func `private`(_ name: String) -> CloudKitDatabase {
        CloudKitDatabase(name: name)
      }
    }

    /// The group container of an app. Linux has none, so this has no effect.
    public struct GroupContainer: Hashable, Sendable {
      let name: String

      /// The container that the app is entitled to use.
      public static let automatic = GroupContainer(name: "automatic")
      /// No container.
      public static let none = GroupContainer(name: "none")

      /// A group container by name.
      public static func identifier(_ name: String) -> GroupContainer { GroupContainer(name: name) }
    }

    /// The name.
    public let name: String
    /// The models that the store keeps, or nil for those of no other configuration.
    public var schema: Schema?
    /// The file of the store.
    public let url: URL
    /// Whether the records are lost at the end of the program.
    public let isStoredInMemoryOnly: Bool
    /// Whether the store can be changed.
    public let allowsSave: Bool
    /// The iCloud database, which has no effect on Linux.
    public let cloudKitDatabase: CloudKitDatabase
    /// The group container, which has no effect on Linux.
    public let groupContainer: GroupContainer
    private let isNamedByURL: Bool

    /// The identity.
    public var id: String { url.absoluteString }

    /// Creates a configuration.
    public init(
      _ name: String? = nil,
      schema: Schema? = nil,
      isStoredInMemoryOnly: Bool = false,
      allowsSave: Bool = true,
      groupContainer: GroupContainer = .automatic,
      cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
      let name = name ?? "default"
      self.name = name
      self.schema = schema
      self.isStoredInMemoryOnly = isStoredInMemoryOnly
      self.allowsSave = allowsSave
      self.cloudKitDatabase = cloudKitDatabase
      self.groupContainer = groupContainer
      isNamedByURL = false
      url =
        isStoredInMemoryOnly
        ? URL(fileURLWithPath: "/dev/null") : Self.folder.appendingPathComponent(name + ".store")
    }

    /// Creates a configuration.
    public init(
      _ name: String? = nil,
      schema: Schema? = nil,
      url: URL,
      allowsSave: Bool = true,
      cloudKitDatabase: CloudKitDatabase = .automatic
    ) {
      self.name = name ?? url.deletingPathExtension().lastPathComponent
      self.schema = schema
      self.url = url
      self.allowsSave = allowsSave
      self.cloudKitDatabase = cloudKitDatabase
      groupContainer = .automatic
      isNamedByURL = true
      isStoredInMemoryOnly = url.path == "/dev/null"
    }

    /// Creates a configuration.
    public init(
      for type: any PersistentModel.Type,
      _ types: any PersistentModel.Type...,
      isStoredInMemoryOnly: Bool = false
    ) {
      self.init(
        nil,
        schema: Schema([type] + types),
        isStoredInMemoryOnly: isStoredInMemoryOnly
      )
    }

    /// Throws an error if the name is also that of the file, and cannot be one.
    public func validate() throws {
      guard !isNamedByURL else { return }
      if name.contains(where: { $0 == "/" || $0 == "\0" }) {
        throw SwiftDataError(
          .configurationFileNameContainsInvalidCharacters,
          "the name of a configuration is also that of its file, and cannot contain `/`"
        )
      }
      if name.utf8.count > 200 {
        throw SwiftDataError(
          .configurationFileNameTooLong,
          "the name of a configuration is also that of its file, and cannot be this long"
        )
      }
    }

    /// The folder of stores without a URL: the program's folder in the user's data.
    private static var folder: URL {
      let program = URL(fileURLWithPath: CommandLine.arguments.first ?? "app").lastPathComponent
      let folders = FileManager.default.urls(for: .applicationSupportDirectory, in: .userDomainMask)
      let folder = folders.first ?? URL(fileURLWithPath: NSTemporaryDirectory())
      return folder.appendingPathComponent(program)
    }
  }
#endif
