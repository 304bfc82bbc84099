#if SwiftData
  /// The members that a key path passes through.
  ///
  /// A key path cannot be taken apart, but its description can: `\Trip.address.city` becomes
  /// `\Trip.<computed 0x1f3c (Address)>.city`. A stored property of a struct has its name there,
  /// and a property of a model has the address of its getter, the same in each key path.
  struct KeyPathNames {
    /// One text for each member, without optional chaining.
    let members: [Substring]

    init(_ keyPath: AnyKeyPath) {
      let text = "\(keyPath)"[...]
      let root = "\\" + String(describing: type(of: keyPath).rootType)
      var rest = text.hasPrefix(root) ? text.dropFirst(root.count) : text.drop { $0 != "." }
      var members: [Substring] = []
      while let first = rest.first {
        guard first == "." else {
          // `?` and `!` unwrap an optional.
          rest = rest.dropFirst()
          continue
        }
        rest = rest.dropFirst()
        let member = Self.member(rest)
        if !member.isEmpty { members.append(member) }
        rest = rest[member.endIndex...]
      }
      self.members = members
    }

    /// The member at the beginning of a text.
    private static func member(_ text: Substring) -> Substring {
      guard text.hasPrefix("<computed") else { return text.prefix { !".?!".contains($0) } }
      var depth = 0
      for index in text.indices {
        switch text[index] {
        case "<", "(": depth += 1
        // The arrow of a function type closes nothing.
        case ">" where index > text.startIndex && text[text.index(before: index)] == "-": break
        case ">", ")": depth -= 1
        default: break
        }
        if depth == 0 { return text[...index] }
      }
      return text
    }
  }

  extension Substring {
    /// Whether the member is a stored property, whose name this is.
    var isName: Bool { first != "<" }
  }
#endif
