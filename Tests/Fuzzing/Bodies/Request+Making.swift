import NavBase
import NavScene
import NavWire

extension Request.Body {
  /// Returns the request for the session and viewer of an attach.
  func aimed(at joined: Reply.Attached?) -> Request.Body {
    guard let joined else { return self }
    let session = SessionReference.id(joined.session)
    switch self {
    case .input(var input):
      input.session = session
      input.viewer = joined.viewer
      return .input(input)
    case .pan(var pan):
      pan.session = session
      pan.viewer = joined.viewer
      return .pan(pan)
    case .point(var point):
      point.session = session
      point.viewer = joined.viewer
      point.epoch = joined.epoch
      return .point(point)
    case .wait(var wait):
      wait.session = session
      return .wait(wait)
    case .alive: return .alive(viewer: joined.viewer)
    case .leave: return .leave(viewer: joined.viewer)
    case .takeSnapshot(_, let size, let command):
      return .takeSnapshot(session, size, after: command)
    case .getStatus(_, let version): return .getStatus(session, version: version)
    case .listViewers: return .listViewers(session)
    case .outline(_, let size): return .outline(session, size)
    case .page(_, let line): return .page(session, fromLine: line)
    case .export(var export):
      export.session = session
      return .export(export)
    case .find(_, let words): return .find(session, words)
    case .picture(var picture):
      picture.session = session
      return .picture(picture)
    case .journal(var journal):
      journal.session = session
      return .journal(journal)
    case .renameSession(_, let name): return .renameSession(session, to: name)
    case .killSession: return .killSession(session)
    case .control(var control):
      control.session = session
      return .control(control)
    case .talk(var talk):
      talk.session = session
      return .talk(talk)
    case .invitation(var invitation):
      invitation.session = session
      return .invitation(invitation)
    case .bundle(.offer(let manifest, _, _)): return .bundle(.offer(manifest, for: session))
    default: return self
    }
  }
}

extension ByteReader {
  private static let commands: [SessionCommand] = [
    .forward, .back, .lineDown, .lineUp, .screenDown, .screenUp, .first, .last, .nextTab,
    .previousTab, .toggleAttachment, .nextPart, .reload, .search("a"), .search(""), .search("2.3"),
    .nextMatch,
    .previousMatch, .filter("a"), .filter(""), .sort(nil), .sort(.size), .toggleHidden,
    .toggleDetails,
    .chapter(forward: true), .along(forward: false), .view(.numbers(nil)), .root, .toggleWrap,
    .toggleText, .toggleBlank, .theme(nil), .theme(.night), .timeMark("a"), .past(forward: false),
  ]
  private static let keys = [
    "Enter", "Up", "Down", "Left", "Right", "Space", "PageDown", "PageUp", "Home", "End", "Tab",
    "g", "G", "1", "2", "9", "Esc",
  ]
  private static let controlActions: [Request.Control.Action] = [
    .request, .grant(nil), .grant(ViewerName("viewer")), .deny(nil), .deny(ViewerName("viewer-2")),
    .take, .release, .policy(.open), .policy(.request), .policy(.locked),
  ]
  private static let talkActions: [Request.Talk.Action] = [
    .ask("why?"), .ask("\u{1B}[31m \n"), .answered(1), .answered(0), .startTimer, .pauseTimer,
    .resetTimer,
  ]
  private static let views: [ViewChoice] = [
    .shared, .own(0), .own(7), .speaker, .followed(ViewerName(known: "viewer-2")),
  ]
  private static let names = ["deck", "other", "honest", "new", "", "a b", "\u{202e}x"]

  /// Returns a random request of a viewer, for its session or another one.
  mutating func body(of viewer: FuzzedViewer) -> Request.Body {
    let joined = viewer.attached?.session ?? 1
    let session: SessionReference =
      switch byte() % 8 {
      case 0: .name(pick(Self.names))
      case 1: .id(number(bytes: 1))
      default: .id(joined)
      }
    let own = viewer.attached?.viewer ?? 1
    switch byte() % 24 {
    case 0:
      return .attach(
        Request.Attach(
          version: ProtocolVersion(major: flag() ? 1 : 2, minor: UInt32(byte())),
          session: pick(Self.names),
          viewport: size(),
          content: flag() ? .deck(path: "/new") : nil,
          joined: flag() ? Request.Attach.Joined(session: joined, epoch: 1_000) : nil,
          view: pick(Self.views)
        )
      )
    case 1: return .leave(viewer: own)
    case 2: return .alive(viewer: own)
    case 3: return .newSession(name: pick(Self.names), .tree(path: "/new"))
    case 4: return flag() && flag() ? .killSession(session) : .listSessions
    case 5:
      guard flag() else { return .renameSession(session, to: pick(Self.names)) }
      return .control(
        Request.Control(session: session, viewer: flag() ? own : nil, pick(Self.controlActions))
      )
    case 6 where flag():
      return .talk(
        Request.Talk(session: session, viewer: flag() ? own : nil, pick(Self.talkActions))
      )
    case 6: return flag() ? .takeSnapshot(session, size()) : .outline(session, size())
    case 7:
      if flag() && flag() { return .find(session, pick(Self.names)) }
      if flag() { return .getStatus(session, version: flag() ? UInt64(int(in: 0...9)) : nil) }
      return .listViewers(session)
    case 8, 9: return .wait(wait(session))
    case 10...12: return .pan(pan(session, own))
    case 13, 14: return .point(point(session, own))
    case 23 where flag(): return .bundle(bundle(session))
    case 22 where flag():
      guard let id = PictureID(String(repeating: "a", count: 32)) else { return .metrics }
      let form: PictureCopy.Form = flag() ? .png : .sixel(width: 8, height: 6)
      let part = int(in: 0...2)
      return .picture(Request.Picture(session: session, PictureCopy(id, form), part: part))
    case 22 where flag(): return .metrics
    case 22:
      let since = Request.Journal.Position(1_000, entry: number(bytes: 1))
      return .journal(
        Request.Journal(session, since: flag() ? since : nil, wait: .seconds(1), records: flag())
      )
    case 23: return .invitation(Request.Invitation(session: session, invitationAction()))
    default:
      return .input(
        Request.Input(
          session: session,
          viewer: flag() ? own : nil,
          viewport: flag() ? size() : nil,
          action: action()
        )
      )
    }
  }

  private mutating func bundle(_ session: SessionReference) -> Request.Bundle {
    let hashes = (0..<3).compactMap { _ in
      ContentHash([UInt8](repeating: byte() % 4, count: ContentHash.byteCount))
    }
    let files = hashes.enumerated().map { index, hash in
      BundleFile(path: "\(index).md", size: int(in: 0...9), hash: hash)
    }
    guard flag(), let manifest = try? BundleManifest(files) else {
      let piece = Request.Bundle.Piece(of: hashes[0], offset: int(in: 0...9), bytes: [byte()])
      return .put(id: hashes[1], [piece])
    }
    return .offer(manifest, for: flag() ? session : nil)
  }

  private mutating func invitationAction() -> Request.Invitation.Action {
    guard flag(), let token = InvitationToken((0..<16).map { _ in byte() }) else {
      return flag() ? .list : .revoke(number(bytes: 1))
    }
    let terms = Request.Invitation.Terms(
      role: pick([.viewer, .driver, .presenter]),
      validity: .seconds(int(in: 60...3_600)),
      uses: int(in: 1...1_000),
      name: ViewerName(pick(Self.names))
    )
    return .create(token, terms)
  }

  private mutating func size() -> CellSize {
    switch byte() % 4 {
    case 0: CellSize(columns: int(in: 1...1000), rows: int(in: 1...500))
    case 1: CellSize(columns: int(in: 1...20), rows: int(in: 1...8))
    case 2: CellSize(columns: 31, rows: 9)
    default: CellSize(columns: 80, rows: 24)
    }
  }

  private mutating func wait(_ session: SessionReference) -> Request.Wait {
    let condition: Request.Wait.Condition =
      switch byte() % 4 {
      case 0: .settled(version: number(bytes: 1))
      case 1: .page(pick(["Page 1", "Page 2", "list", ""]))
      case 2: .text(pick(["2.3", "a", ""]), size())
      default: .viewers(int(in: 0...3))
      }
    return Request.Wait(
      session: session,
      condition: condition,
      timeout: .milliseconds(int(in: 0...60_000))
    )
  }

  /// Returns a container ID, mostly one of a small scene.
  private mutating func container() -> ContainerID {
    ContainerID(rawValue: flag() ? UInt32(int(in: 1...40)) : UInt32(number(bytes: 4) | 1))
  }

  private mutating func pan(_ session: SessionReference, _ viewer: UInt64) -> Request.PanMove {
    Request.PanMove(
      session: session,
      viewer: viewer,
      Pan(
        gesture: UInt64(int(in: 1...5)),
        container: container(),
        axis: pick(PanAxis.allCases),
        translation: translation()
      )
    )
  }

  private mutating func point(_ session: SessionReference, _ viewer: UInt64) -> Request.Point {
    let place = Request.Point.Place(
      page: container(),
      row: int(in: 0...100),
      column: int(in: 0...100)
    )
    return Request.Point(
      session: session,
      viewer: viewer,
      pick([.show(place), .show(place), .hide, .mark(place), .unmark, .markWord(place)]),
      epoch: 0
    )
  }

  private mutating func translation() -> Int {
    let most = Pan.maximumTranslation
    return flag() ? int(in: -90...90) : min(max(oddNumber(), -most), most)
  }

  private mutating func action() -> SessionAction {
    byte() % 8 == 0 ? .replay((0...int(in: 0...5)).map { _ in recordedStep() }) : plainAction()
  }

  private mutating func recordedStep() -> RecordedStep {
    switch byte() % 4 {
    case 0: return .input(RecordedInput(plainAction(), in: size(), followers: [size()]))
    case 1: return .preview(isSeen: flag())
    case 2: return flag() ? .previewed : .searchEnded
    default:
      let keys = (0..<int(in: 0...3)).map { _ in flag() ? Array("a".utf8) : Array("b".utf8) }
      let stack = NavigationState.Stack(keys: keys, active: int(in: 0...3), position: .left)
      let ids = (0..<int(in: 0...3)).map { _ in UInt32(int(in: 0...60)) }
      return .state(
        RecordedState(
          NavigationState(nodes: [[]: .stack(stack)]),
          ids: RecordedIDs(
            pages: [[]: ids, [0]: ids],
            preview: UInt32(int(in: 0...60)),
            next: flag() ? 61 : UInt32(truncatingIfNeeded: number(bytes: 4))
          ),
          preview: RecordedState.Preview(.auto, isSeen: flag(), isFilled: flag())
        )
      )
    }
  }

  private mutating func plainAction() -> SessionAction {
    switch byte() % 8 {
    case 0, 1, 2: return .command(pick(Self.commands))
    case 3: return .command(.goTo(abs(oddNumber() >> 1)))
    case 4: return .command(.tab(int(in: 1...64)))
    case 5: return .keys((0...int(in: 0...5)).compactMap { _ in Key(name: pick(Self.keys)) })
    case 6: return .tap(container(), row: flag() ? int(in: 0...30) : nil)
    default:
      let most = PanEnd.maximumVelocity
      return .release(
        PanEnd(
          Pan(
            gesture: UInt64(int(in: 1...5)),
            container: container(),
            axis: pick(PanAxis.allCases),
            translation: translation()
          ),
          velocity: Double(min(max(oddNumber(), -most), most)) / 1_000,
          isCancelled: flag()
        )
      )
    }
  }
}
