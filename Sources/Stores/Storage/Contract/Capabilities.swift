/// `value` as a `Wanted` if that is its static type; otherwise nil.
///
/// To find out whether a type conforms to a protocol, `as?` searches all conformances of the
/// program the first time, which takes longer than many statements. With one call for each of their
/// capabilities, stores and snapshots need no search:
///
/// ```
/// sameType(self as any Store, kind) ?? sameType(self as any WritableStore, kind)
/// ```
public func sameType<Known, Wanted>(_ value: Known, _ wanted: Wanted.Type) -> Wanted? {
  Known.self == Wanted.self ? value as? Wanted : nil
}
