#if SwiftData
  /// Objects in the order they were added.
  struct ModelList {
    private var places: [ObjectIdentifier: Int] = [:]
    private var objects: [(any PersistentModel)?] = []

    var isEmpty: Bool { places.isEmpty }
    var all: [any PersistentModel] { objects.compactMap { $0 } }

    func contains(_ object: any PersistentModel) -> Bool {
      places[ObjectIdentifier(object._$backing)] != nil
    }

    func contains(_ backing: ObjectIdentifier) -> Bool { places[backing] != nil }

    mutating func add(_ object: any PersistentModel) {
      let id = ObjectIdentifier(object._$backing)
      guard places[id] == nil else { return }
      places[id] = objects.count
      objects.append(object)
    }

    mutating func remove(_ object: any PersistentModel) {
      guard let place = places.removeValue(forKey: ObjectIdentifier(object._$backing)) else {
        return
      }
      objects[place] = nil
    }

    mutating func removeAll() { self = ModelList() }
  }

  extension Sequence {
    /// The elements with the same key, in the order that the keys first appear.
    func grouped<Key: Hashable>(
      by key: (Element) -> Key
    ) -> [(key: Key, elements: [Element])] {
      var groups: [(key: Key, elements: [Element])] = []
      var places: [Key: Int] = [:]
      for element in self {
        let key = key(element)
        let place = places[key] ?? groups.count
        if place == groups.count {
          places[key] = place
          groups.append((key, []))
        }
        groups[place].elements.append(element)
      }
      return groups
    }
  }
#endif
