/// An element that can be reused for other content instead of being created anew.
package protocol Reusable: Sendable {
  associatedtype ReuseIdentifier: Hashable, Sendable

  /// The identifier of the requests that can reuse the element; nil if it is never reused.
  var reuseIdentifier: ReuseIdentifier? { get }

  /// Resets all state that depends on the displayed content.
  mutating func prepareForReuse()
}

/// The unused elements by identifier; last in, first out (ZX-5).
package struct ReusePool<Element: Reusable>: Sendable {
  /// The non-empty stacks.
  private var stacks: [Element.ReuseIdentifier: [Element]] = [:]
  /// The number of elements in all stacks.
  package private(set) var count = 0

  package init() {}

  /// Adds an element to the stack of its identifier; one without an identifier is dropped (ZX-4).
  package mutating func put(_ element: Element) {
    guard let identifier = element.reuseIdentifier else { return }
    stacks[identifier, default: []].append(element)
    count += 1
  }

  /// Removes the element that was added last for an identifier, prepared for reuse.
  ///
  /// - Parameter identifier: the identifier of the element.
  /// - Returns: the element; nil if there is none.
  package mutating func take(_ identifier: Element.ReuseIdentifier) -> Element? {
    guard var element = stacks[identifier]?.popLast() else { return nil }
    if stacks[identifier]?.isEmpty == true { stacks[identifier] = nil }
    count -= 1
    element.prepareForReuse()
    return element
  }
}
