public import Binding
public import Context
public import Model

extension ModelContainer {
  /// The current models and saved queries, for callers that bind text themselves.
  public var currentDeclarations: (schema: Schema, queries: [SavedQuery]) {
    let store = store
    let (schema, saved) = companion { SharedDeclarations(of: store) }.current(in: store)
    return (schema, saved.all)
  }
}
