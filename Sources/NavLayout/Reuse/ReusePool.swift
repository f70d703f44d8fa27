/// Something that is used again for other content instead of being made anew.
package protocol Reusable: Sendable {
  associatedtype ReuseIdentifier: Hashable, Sendable

  /// Which requests it answers; nil for none: it is dropped when it is no longer needed.
  var reuseIdentifier: ReuseIdentifier? { get }

  /// Forgets everything that depended on what was shown.
  mutating func prepareForReuse()
}

/// What is not needed at the moment, by identifier; last in, first out (ZX-5).
package struct ReusePool<Element: Reusable>: Sendable {
  /// Stacks that are not empty.
  private var stacks: [Element.ReuseIdentifier: [Element]] = [:]
  /// How many wait in all stacks together.
  package private(set) var count = 0

  package init() {}

  /// Puts an element on the stack of its identifier; one without an identifier is dropped (ZX-4).
  package mutating func put(_ element: Element) {
    guard let identifier = element.reuseIdentifier else { return }
    stacks[identifier, default: []].append(element)
    count += 1
  }

  /// Takes the element that was put last under an identifier, ready for other content.
  ///
  /// - Parameter identifier: what the element must have.
  /// - Returns: the element; nil where none waits.
  package mutating func take(_ identifier: Element.ReuseIdentifier) -> Element? {
    guard var element = stacks[identifier]?.popLast() else { return nil }
    if stacks[identifier]?.isEmpty == true { stacks[identifier] = nil }
    count -= 1
    element.prepareForReuse()
    return element
  }

  /// How many wait under an identifier.
  package func count(of identifier: Element.ReuseIdentifier) -> Int {
    stacks[identifier]?.count ?? 0
  }
}
