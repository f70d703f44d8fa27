/// Turns keys into commands, one at a time.
///
/// `gg`, `g1` ... `g9`, a number before `G` and one before `Tab` are read here; of everything else the table tells.
package struct KeyInterpreter: Sendable {
  /// The digits typed so far, as a number; nil without any.
  private var count: Int?
  private var sawG = false

  package init() {}

  /// The largest number that can be typed; more digits change nothing.
  package static let largestCount = 9_999_999

  /// Whether keys have been typed that mean something only with the next one.
  package var isWaiting: Bool { count != nil || sawG }

  /// The keys typed so far that mean something only with the next one: `12`, `g`; empty without any.
  package var pending: String { (count.map(String.init) ?? "") + (sawG ? "g" : "") }

  /// Takes the next key.
  ///
  /// - Parameters:
  ///   - key: the key.
  ///   - focus: what kind of thing has the keys.
  ///   - finding: what is searched for or filtered there.
  /// - Returns: what the key means, nil while more is needed or when it means nothing.
  package mutating func receive(
    _ key: Key,
    focus: KeyFocus,
    finding: KeyFinding = .nothing
  ) -> Command? {
    if sawG, let digit = digit(of: key), SessionCommand.tabNumbers.contains(digit) {
      reset()
      return .session(.tab(digit))
    }
    if let digit = digit(of: key), count != nil || digit > 0 {
      count = min((count ?? 0) * 10 + digit, Self.largestCount)
      sawG = false
      return nil
    }
    let count = self.count
    let sawG = self.sawG
    reset()
    switch key.code {
    case .character("g") where key.modifiers.isEmpty:
      guard sawG else {
        self.sawG = true
        self.count = count
        return nil
      }
      // Without a focus there is no first page to go to, but there may be tabs.
      return focus == .none ? nil : .session(count.map { .goTo($0) } ?? .first)
    case .character("G") where key.modifiers.isEmpty && focus != .none:
      return .session(count.map { .goTo($0) } ?? .last)
    case .tab where key.modifiers.isEmpty:
      guard let count else { return KeyTable.command(for: key, focus: focus, finding: finding) }
      // Beyond the last number there is no tab, as beyond the last tab.
      return SessionCommand.tabNumbers.contains(count) ? .session(.tab(count)) : nil
    default:
      return KeyTable.command(for: key, focus: focus, finding: finding)
    }
  }

  package mutating func reset() {
    count = nil
    sawG = false
  }

  private func digit(of key: Key) -> Int? {
    guard case .character(let character) = key.code, key.modifiers.isEmpty, character.isASCII else {
      return nil
    }
    return character.wholeNumberValue
  }
}
