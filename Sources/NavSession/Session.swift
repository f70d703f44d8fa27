package import NavCommands
package import NavGeometry
package import NavLayout

/// The authoritative state of one session, without any viewport (architecture.md, decision 2).
///
/// It changes by `SessionOperation`s only.
package struct Session: Sendable {
  /// The container that the session consists of.
  enum Root: Sendable {
    case pager(PagerSession)
    case stack(StackSession)
  }

  var root: Root
  /// Counts accepted operations; never restarts.
  package internal(set) var version: UInt64 = 0

  /// A pager.
  ///
  /// - Parameter pages: what the session shows; at least one.
  package init(pages: [PageContent]) {
    root = .pager(PagerSession(pages: pages))
  }

  /// A stack that begins with one page.
  ///
  /// - Parameters:
  ///   - page: the page at the bottom.
  ///   - path: what names it where further pages come from.
  package init(root page: PageContent, path: [UInt8]) {
    root = .stack(StackSession(root: page, path: path))
  }

  /// Where the session is: the number of the current page, from 1, how many there are, and its title.
  package var place: (page: Int, pages: Int, title: String) {
    switch root {
    case .pager(let pager):
      let current = pager.pager.current
      return (current + 1, pager.pages.count, pager.pages[current].title)
    case .stack(let stack): return stack.place
    }
  }

  /// What keys mean now.
  package var keyFocus: KeyFocus {
    switch root {
    case .pager: .pager
    case .stack(let stack):
      switch stack.focusKind {
      case .list: .list
      case .text: .text
      case .pager, .none: .none
      }
    }
  }

  /// Something was accepted that changes the session as a whole, like its name.
  package mutating func countOperation() {
    version += 1
  }

  // MARK: Layout

  /// The session as a viewport that has no past sees it.
  package func view(in viewport: CellSize) -> SessionView {
    switch root {
    case .pager: SessionView(viewport: viewport, stack: nil)
    case .stack(let stack): SessionView(viewport: viewport, stack: stack.view(in: viewport))
    }
  }

  /// The way from the frame that `now` shows to rest.
  ///
  /// - Parameters:
  ///   - view: what the viewport has shown so far; it follows.
  ///   - facts: what every scene says of the session.
  ///   - now: the time.
  /// - Returns: the way to rest, and when its first frame began.
  package mutating func layout(
    _ view: inout SessionView,
    facts: SessionFacts,
    at now: Duration
  ) -> (trajectory: Trajectory, startedAt: Duration) {
    switch root {
    case .pager(var pager):
      let result = pager.layout(in: view.viewport, facts: facts, at: now)
      root = .pager(pager)
      return result
    case .stack(var stack):
      var seen = view.stack ?? stack.view(in: view.viewport)
      let result = stack.layout(&seen, in: view.viewport, facts: facts, at: now)
      view.stack = seen
      root = .stack(stack)
      return result
    }
  }

  /// The session at rest.
  package mutating func rest(in viewport: CellSize, facts: SessionFacts) -> Scene {
    switch root {
    case .pager(var pager):
      let scene = pager.rest(in: viewport, facts: facts)
      root = .pager(pager)
      return scene
    case .stack(var stack):
      var view = stack.view(in: viewport)
      let scene = stack.layout(&view, in: viewport, facts: facts, at: .zero).trajectory.end
      root = .stack(stack)
      return scene
    }
  }

  /// Gets ready what a viewport is likely to show next.
  package mutating func prepare(in viewport: CellSize) {
    guard case .pager(var pager) = root else { return }
    pager.prepareNeighbours(in: viewport)
    root = .pager(pager)
  }
}

/// What a session has shown in one viewport, as far as what comes next depends on it.
package struct SessionView: Hashable, Sendable {
  package let viewport: CellSize
  var stack: StackView?
}
