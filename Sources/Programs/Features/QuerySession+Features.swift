public import Context
public import Session
public import Storage

extension QuerySession {
  /// Opens a session on `store`.
  public convenience init(store: any Store, settings: SessionSettings = SessionSettings()) {
    self.init(container: ModelContainer(store: store), settings: settings)
  }

  /// Opens a session on a container, which others may use too.
  public convenience init(
    container: ModelContainer,
    settings: SessionSettings = SessionSettings()
  ) {
    self.init(context: ModelContext(container, autosaveEnabled: true), settings: settings)
  }

  /// Opens a session that works in a context.
  public convenience init(
    context: ModelContext,
    settings: SessionSettings = SessionSettings()
  ) {
    self.init(
      context: context,
      handlers: FeatureList.handlers,
      advisor: FeatureList.advisor,
      settings: settings
    )
  }
}

extension OpenStores {
  /// Starts with an empty store in memory. The sessions have all features.
  public convenience init(
    _ opening: StoreOpening,
    options: FileOptions = FileOptions(),
    settings: SessionSettings = SessionSettings()
  ) {
    self.init(
      opening,
      handlers: FeatureList.handlers,
      advisor: FeatureList.advisor,
      options: options,
      settings: settings
    )
  }
}
