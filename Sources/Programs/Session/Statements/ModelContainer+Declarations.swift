public import Binding
public import Context
public import Model

extension ModelContainer {
  /// The models and the saved queries as they are now, for those who bind texts themselves.
  public var currentDeclarations: (schema: Schema, queries: [SavedQuery]) {
    let store = store
    let (schema, saved) = companion { SharedDeclarations(of: store) }.current(in: store)
    return (schema, saved.all)
  }
}
