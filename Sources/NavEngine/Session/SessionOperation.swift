package import NavBase
package import NavScene

/// An operation in progress, on a copy of the session that becomes the session if all of it is possible.
///
/// If it opens a page that has to be read first, it stops, and continues when it gets the page.
package struct SessionOperation: Sendable {
  private enum Step: Sendable {
    case action(SessionAction)
    case key(Key)
    case recorded(RecordedStep)
    /// The end of a recorded input.
    case inputEnd

    /// Whether it searches or filters.
    var searches: Bool {
      switch self {
      case .action(let action): action.searches
      case .recorded(.input(let input)): input.action.searches
      case .key, .recorded, .inputEnd: false
      }
    }

    /// Whether it is a part of an input that shows hidden pages again.
    var isOfInput: Bool {
      switch self {
      case .action(.command(.timeMark)): false
      case .action, .key: true
      case .recorded, .inputEnd: false
      }
    }

    /// The steps of an action, the last one first.
    static func steps(of action: SessionAction) -> [Step] {
      switch action {
      case .keys(let keys): keys.reversed().map { .key($0) }
      case .replay(let recorded): recorded.reversed().map { .recorded($0) }
      case .command, .tap, .follow, .release, .visit: [.action(action)]
      }
    }
  }

  /// The request, as a journal keeps it.
  package let input: RecordedInput
  private var session: Session
  /// That of a recorded input, while one is carried out.
  private var view: SessionView
  /// The sizes in which others see the session.
  private var followers: [CellSize]
  /// The viewer that has asked for it; 0 for a client that is no viewer.
  package let owner: UInt64
  private var steps: [Step]
  private var interpreter = KeyInterpreter()
  private var requested: PageRequest?
  /// The pages that were read for a recorded state.
  private var statePages: [PageReference: SessionContent] = [:]
  /// The step in progress.
  private var current: SessionAction?
  private var hasEffect = false
  /// Whether a page was read for it.
  package private(set) var hasRead = false
  /// The reason of the last step that changed nothing.
  private var lastReason: NoEffect?
  private let orderBefore: TreeOrder?
  private let reloadsBefore: Int
  private let textsBefore: Int

  /// - Parameters:
  ///   - action: the requested action.
  ///   - session: the session before the operation.
  ///   - view: what the requesting viewer sees.
  ///   - followers: the sizes in which others see the session, to scroll a page of a pager by no more than they show,
  ///     and to find lines that are long for them.
  ///   - owner: the viewer whose pans it releases; 0 for a client that is no viewer.
  package init(
    _ action: SessionAction,
    on session: Session,
    seenBy view: SessionView,
    followedIn followers: [CellSize] = [],
    by owner: UInt64 = 0
  ) {
    input = RecordedInput(action, in: view.viewport, followers: followers)
    self.session = session
    self.view = view
    self.followers = followers
    self.owner = owner
    orderBefore = session.treeOrder
    reloadsBefore = session.reloadRequests
    textsBefore = session.textRequests
    steps = Step.steps(of: action)
  }

  /// Why the finished operation has changed nothing; nil if it has changed anything.
  package var noEffect: NoEffect? { hasEffect ? nil : lastReason }

  /// The order of directories that the finished operation has chosen; nil if it leaves that as it was.
  package var chosenOrder: TreeOrder? {
    session.treeOrder == orderBefore ? nil : session.treeOrder
  }

  /// Whether the finished operation asks to read the content again.
  package var requestsReload: Bool { session.reloadRequests != reloadsBefore }

  /// The tab whose document the finished operation shows as its text, or as a document again; nil for none.
  package var toggledTab: Int? {
    (session.textRequests - textsBefore).isMultiple(of: 2) ? nil : session.tabInFront ?? 0
  }

  /// The most steps of a recording for which one turn of a daemon has time.
  private static let quickSteps = 16

  /// Whether it may search, filter, wrap or replay more than one turn of a daemon has time for: it then belongs to a
  /// worker.
  package var isLong: Bool {
    if case .replay = input.action, steps.count > Self.quickSteps { return true }
    if case .action(.command(.toggleWrap))? = steps.first {
      var other = session
      other.bodies.wrapsLines.toggle()
      return ([view.viewport] + followers).contains {
        !other.longTexts(in: $0, isAhead: false).isEmpty
      }
    }
    return (session.search != nil || steps.contains(where: \.searches)) && session.isLongToSearch
  }

  package enum Progress: Sendable {
    /// This page has to be read; `supply` it and run again.
    case needs(PageRequest)
    /// The session after the operation.
    case done(Session)
  }

  /// Runs the operation as far as possible.
  ///
  /// - Throws: if it is not possible; then the session stays unchanged.
  package mutating func run(at now: Duration) throws(Rejection) -> Progress {
    while let step = steps.popLast() {
      let wasBlank = session.isBlank && step.isOfInput
      guard let outcome = try performed(step, at: now) else { continue }
      // Any other operation shows hidden pages again.
      if wasBlank, session.isBlank { (session.isBlank, hasEffect) = (false, true) }
      switch outcome {
      case .done: hasEffect = true
      case .nothing(let reason): lastReason = reason
      case .needs(let request):
        requested = request
        // The other part of the text continues the step.
        if case .around = request.window, let current { steps.append(.action(current)) }
        return .needs(request)
      }
    }
    // Any number of steps is one operation.
    finishInput(at: now)
    return .done(session)
  }

  /// Ends an input of the session.
  private mutating func finishInput(at now: Duration) {
    session.dropEndedPan(at: now)
    session.updateSearch()
    session.updatePreview(at: now)
    session.version += 1
  }

  /// Performs a step; nil for an input of a recording that is not possible, the rest of which is skipped.
  private mutating func performed(
    _ step: Step,
    at now: Duration
  ) throws(Rejection) -> Session.Outcome? {
    do throws(Rejection) { return try perform(step, at: now) } catch {
      guard skipInput() else { throw error }
      return nil
    }
  }

  /// Skips the rest of a recorded input; returns whether there is one.
  private mutating func skipInput() -> Bool {
    let end = steps.lastIndex { if case .inputEnd = $0 { true } else { false } }
    guard let end else { return false }
    steps.removeSubrange(end...)
    return true
  }

  /// Runs the operation as far as possible; a failure leaves the session unchanged.
  package mutating func result(at now: Duration) -> Result<Progress, Rejection> {
    do throws(Rejection) { return .success(try run(at: now)) } catch { return .failure(error) }
  }

  /// Returns the available sizes of the stack that will show a page first, one for each live viewport, so that the
  /// thread that reads the page can wrap it for them.
  package func availableSizes(
    for request: PageRequest,
    in viewports: Set<CellSize>
  ) -> Set<CellSize> {
    Set(viewports.map { session.tree.availableSize(of: request.stack, in: $0) })
  }

  /// Supplies the page that was requested.
  ///
  /// - Throws: if it can't be shown; then the session stays unchanged.
  package mutating func supply(_ page: PreparedPage, at now: Duration) throws(Rejection) {
    guard let request = requested else {
      preconditionFailure("cannot open a page that nobody asked for")
    }
    requested = nil
    do throws(Rejection) { try page.content.check() } catch {
      guard skipInput() else { throw error }
      return
    }
    if request.isPreview {
      _ = session.showPreview(page, for: request)
      return
    }
    if case .recorded(.state)? = steps.last {
      statePages[request.reference] = page.content
      return
    }
    (hasEffect, hasRead) = (true, true)
    if request.window != nil {
      // A step that is done does not depend on the part of the text beyond its edge.
      if current == nil, page.complaint != nil { return }
      do throws(Rejection) {
        return try session.show(page, for: request, seenIn: view.viewport)
      } catch {
        guard skipInput() else { throw error }
        return
      }
    }
    session.open(page, for: request, at: now)
  }

  private mutating func perform(
    _ step: Step,
    at now: Duration
  ) throws(Rejection) -> Session.Outcome {
    switch step {
    case .action(let action): return try perform(action, at: now)
    case .recorded(let recorded): return perform(recorded, at: now)
    case .inputEnd:
      finishInput(at: now)
      return .done
    case .key(let key):
      switch interpreter.receive(key, focus: session.keyFocus, search: session.activeSearch) {
      case .session(let command):
        let scroll = session.scroll(before: command)
        if let scroll, session.scrollText(by: scroll, seenIn: view.viewport, followers) {
          return .done
        }
        return try perform(.command(command), at: now)
      case .local: return .nothing(.viewersKey)
      case nil: return .nothing(interpreter.isWaiting ? .pendingKeys : .unknownKey)
      }
    }
  }

  private mutating func perform(
    _ action: SessionAction,
    at now: Duration
  ) throws(Rejection) -> Session.Outcome {
    let viewport = view.viewport
    current = action
    switch action {
    case .command(let command):
      if command == .screenDown, !followers.isEmpty,
        session.scrollText(by: command, seenIn: viewport, followers)
      {
        return .done
      }
      let outcome = try session.carryOut(command, seenIn: viewport, followers, at: now)
      return command == .toggleWrap ? finish(outcome) : outcome
    case .keys, .replay: preconditionFailure("cannot perform several steps as one")
    case .tap(let container, let row):
      return try session.tap(container, row: row, seenIn: viewport, at: now)
    case .follow(let page, let link):
      return try session.follow(link, in: page, seenIn: viewport, at: now)
    case .release(let end):
      session.release(end, by: owner, seenBy: view, at: now, isAimedAtRest: owner == 0)
      return finish(.done)
    case .visit(let visit):
      guard let request = try session.visit(visit, seenIn: viewport, at: now) else { return .done }
      // Continues when the page was supplied.
      steps.append(.action(action))
      return .needs(request)
    }
  }

  /// Returns the outcome of a step that may have led to the edge of the part of a large text that was read.
  private mutating func finish(_ outcome: Session.Outcome) -> Session.Outcome {
    // The step is not repeated when the other part is there.
    current = nil
    return session.edgeRequest(seenIn: view.viewport).map { .needs($0) } ?? outcome
  }

  // MARK: Recordings

  private mutating func perform(_ step: RecordedStep, at now: Duration) -> Session.Outcome {
    session.isReplay = true
    switch step {
    case .state(let state): return restore(state)
    case .input(let input):
      (view, followers) = (SessionView(viewport: input.viewport), input.followers)
      (interpreter, current) = (KeyInterpreter(), nil)
      session.forgetGestures()
      steps.append(.inputEnd)
      steps += Step.steps(of: input.action)
      return .nothing(.alreadyThere)
    case .preview(let isSeen):
      session.preview.isSeen = isSeen
      session.updatePreview(at: now)
    case .previewed: if let request = session.previewRequest { return .needs(request) }
    case .searchEnded: _ = session.endSearch()
    }
    return .done
  }

  /// Continues at a recorded state, when the pages are read that are open there.
  private mutating func restore(_ state: RecordedState) -> Session.Outcome {
    guard session.recordedState != state else { return .nothing(.alreadyThere) }
    var missing: PageRequest?
    var next = Session(
      session.content,
      at: state.place,
      version: session.version,
      as: state.ids,
      with: state.preview
    ) { request, _ in
      if let page = statePages[request.reference] { return page }
      missing = missing ?? request
      return request.emptyPage.content
    }
    if let missing {
      steps.append(.recorded(.state(state)))
      return .needs(missing)
    }
    next.inheritCounts(from: session)
    (session, statePages) = (next, [:])
    if state.preview.isFilled { steps.append(.recorded(.previewed)) }
    return .done
  }
}

extension SessionAction {
  fileprivate var searches: Bool {
    guard case .command(let command) = self else { return false }
    return if case .whole(.search) = command.traits.effect { true } else { false }
  }
}
