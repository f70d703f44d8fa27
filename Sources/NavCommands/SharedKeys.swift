/// Keys that are sent to a session by their names, without a viewer that types them.
package enum SharedKeys {
  /// Reads names of keys.
  ///
  /// - Throws: for a name that is none, and for a key that never moves a session.
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

  /// Whether a key means anything to a session wherever its keys go, alone or as a part of a sequence.
  static func movesSessions(_ key: Key) -> Bool {
    if key.modifiers.isEmpty, case .character(let character) = key.code,
      character == "g" || character.isASCII && character.isNumber
    {
      return true
    }
    for focus in KeyFocus.allCases {
      for finding in KeyFinding.allCases {
        if case .session = KeyTable.command(for: key, focus: focus, finding: finding) {
          return true
        }
      }
    }
    return false
  }
}
