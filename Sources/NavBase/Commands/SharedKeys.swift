/// Keys that are sent to a session by name, without a viewer.
package enum SharedKeys {
  /// Parses names of keys.
  ///
  /// - Throws: a `CommandError` for an invalid name, and for a key that never affects a session.
  package static func read(_ names: some Sequence<String>) throws(CommandError) -> [Key] {
    var keys: [Key] = []
    for name in names {
      guard let key = Key(name: name) else {
        throw CommandError("'\(name)' names no key: try Right, PgDn, Enter, G, ctrl-r, F1")
      }
      guard movesSessions(key) else {
        let isOwn = KeyTable.everywhere.contains { $0.keys.contains(key) }
        throw CommandError(
          isOwn
            ? "'\(key.name)' is each viewer's own and can't be sent"
            : "'\(key.name)' does nothing: `navclient help send` shows what can be sent"
        )
      }
      keys.append(key)
    }
    return keys
  }

  /// Whether a key affects a session for some focus, alone or as part of a sequence.
  static func movesSessions(_ key: Key) -> Bool {
    if key.modifiers.isEmpty, case .character(let character) = key.code,
      character == "g" || character.isASCII && character.isNumber
    {
      return true
    }
    for focus in KeyFocus.allCases {
      for search in ActiveSearch.allCases {
        if case .session = KeyTable.command(for: key, focus: focus, search: search) {
          return true
        }
      }
    }
    return false
  }
}
