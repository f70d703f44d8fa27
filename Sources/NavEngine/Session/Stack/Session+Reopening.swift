package import NavBase
import NavScene

/// The pages that stacks have read: their memory, and reading them again.
extension Session {
  /// The estimated memory of the documents whose texts are shown instead, in bytes.
  package var documentsSize: Int { documents.values.reduce(0) { $0 + $1.contentSize } }

  /// The estimated memory of the pages that were read besides its content, also in documents whose texts are shown, in
  /// bytes; O(containers, open pages).
  package var openedSize: Int {
    let held = documents.values.reduce(0) { $0 + ($1.session?.openedSize ?? 0) }
    return tree.all.reduce(held) { size, container in
      let pages = (container.value as? StackNode)?.pages.values
      return size + (pages?.reduce(0) { $0 + $1.memorySize } ?? 0)
    }
  }

  /// The faults of the pages that were read besides its content and are open, the uppermost first; O(containers, open
  /// pages).
  package var openedFaults: [String] {
    tree.all.sorted { $0.key > $1.key }.flatMap { container in
      let stack = container.value as? StackNode
      return stack?.state.pages.reversed().flatMap { stack?.pages[$0.id]?.faults ?? [] } ?? []
    }
  }

  /// Returns the pages that are open in stacks and have to be read with the content.
  ///
  /// - Parameter viewports: the viewports of live streams; pages are wrapped for them.
  /// - Returns: the pages from the bottom upwards; those that are part of the content are left out.
  package func openPages(seenIn viewports: Set<CellSize>) -> [PageRequest] {
    var requests: [PageRequest] = []
    for (id, node) in tree.all.sorted(by: { $0.key < $1.key }) {
      let pages = (node as? StackNode)?.pagesToReload(of: id) ?? []
      guard !pages.isEmpty, tree.isReachable(id) else { continue }
      let sizes = Set(viewports.map { tree.availableSize(of: id, in: $0) })
      requests += pages.map { request in
        var request = request.numbered(by: bodies.numbers)
        request.availableSizes = sizes
        return request
      }
    }
    return requests
  }

  /// Returns the pages, and the parts of large texts, that have to be read with the content.
  ///
  /// - Parameter viewports: the viewports of live streams; pages are wrapped for them.
  package func pagesToReload(seenIn viewports: Set<CellSize>) -> [PageRequest] {
    let documents = awaitsOtherForm ? documents.values.compactMap(\.session) : []
    return openPages(seenIn: viewports) + windowRequests(seenIn: viewports)
      + documents.flatMap { $0.pagesToReload(seenIn: viewports) }
  }

  /// The result of reading a page again.
  enum Reopening {
    case page(PreparedPage)
    /// It does not exist any more: it and the pages on top of it stay closed.
    case gone
    /// It would have to be read, and was not.
    case missing
  }

  /// Opens the pages again that a state of a container needs: those of a stack.
  ///
  /// - Parameters:
  ///   - id: the container.
  ///   - state: the state, to be restored afterwards.
  ///   - ids: recorded ids for the pages, from the one above the root on, each with those behind it for its content.
  ///   - read: reads a page that is not part of the content, given the request and the page's index.
  /// - Returns: false if a page is missing.
  mutating func reopenPages(
    of id: ContainerID,
    for state: NavigationState.Node,
    as ids: [Range<UInt32>] = [],
    _ read: (PageRequest, Int) -> Reopening
  ) -> Bool {
    while tree.hasIDsLeft, let stack = tree.stack(id),
      let request = stack.pageToReopen(for: state, of: id)
    {
      let page: PreparedPage
      if let known = stack.known[request.path] {
        page = PreparedPage(known, availableSizes: [])
      } else {
        switch read(request, stack.state.pages.count) {
        case .page(let content): page = content
        case .gone: return true
        case .missing: return false
        }
      }
      // Content that can't be shown ends the path.
      guard (try? page.content.check()) != nil else { return true }
      if page.isLost { hasLostPlace = true }
      let index = stack.state.pages.count - 1
      // A newer page's id is above an older one's.
      let last = max(id, stack.state.pages[index].id).rawValue
      if ids.indices.contains(index), ids[index].lowerBound > last { tree.reuse(ids[index]) }
      defer { tree.endReuse() }
      open(page, for: page.key.map(request.moved(to:)) ?? request, at: .zero)
      guard let count = tree.stack(id)?.state.pages.count, count > stack.state.pages.count else {
        return true
      }
    }
    return true
  }
}
