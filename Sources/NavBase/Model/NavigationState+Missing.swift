extension NavigationState {
  /// Returns this place with the state of missing pages restored from an earlier place.
  ///
  /// A missing page (its content could not be read) is shown as a notice, which has no navigation state. The earlier
  /// state of the page, and of the pages above it in its stack, is kept until a command opens another page instead of
  /// it or closes it.
  ///
  /// - Parameters:
  ///   - earlier: the place with which the content was loaded.
  ///   - missing: the paths of the pages that could not be read.
  /// - Returns: the place that applies when the pages can be read again.
  package func keeping(_ earlier: NavigationState, at missing: Set<Path>) -> NavigationState {
    var kept = self
    for page in missing.sorted(by: { $0.count < $1.count })
    where kept.leads(to: page, as: earlier) {
      kept.nodes = kept.nodes.filter { !$0.key.starts(with: page) }
      kept.reopen(page, of: earlier)
      for (path, node) in earlier.nodes where path.starts(with: page) { kept.nodes[path] = node }
    }
    return kept
  }

  /// Whether the stacks on the path of a page have opened the same entries for it as in another place.
  private func leads(to page: Path, as other: NavigationState) -> Bool {
    page.indices.allSatisfy { depth in
      let container = Array(page[..<depth])
      guard let theirs = other.nodes[container]?.stack else { return true }
      guard let own = nodes[container]?.stack else { return page[depth] == 0 }
      return own.keys.count >= page[depth]
        && own.keys.prefix(page[depth]).elementsEqual(theirs.keys.prefix(page[depth]))
    }
  }

  /// Reopens the pages that were above a page in its stack, if the page is still the topmost.
  private mutating func reopen(_ page: Path, of earlier: NavigationState) {
    guard let index = page.last, case let container = Array(page.dropLast()),
      var own = nodes[container]?.stack, own.keys.count == index,
      let before = earlier.nodes[container]?.stack
    else { return }
    if own.active == index {
      own.active = before.active
      own.position = before.position
    }
    own.keys = before.keys
    nodes[container] = .stack(own)
    for (path, node) in earlier.nodes
    where path.starts(with: container) && path.count > container.count
      && path[container.count] > index
    {
      nodes[path] = node
    }
  }
}
