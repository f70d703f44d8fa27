package import NavBase

/// Identifies a container within a stream: above 0, and stable as long as the container shows the same content.
package struct ContainerID: RawRepresentable, Hashable, Comparable, Sendable {
  package let rawValue: UInt32

  package init(rawValue: UInt32) {
    self.rawValue = rawValue
  }

  package static func < (a: ContainerID, b: ContainerID) -> Bool { a.rawValue < b.rawValue }
}

/// The kind of a container.
///
/// The raw values are part of the wire protocol.
package enum ContainerKind: UInt8, CaseIterable, Hashable, Sendable {
  /// A strip of pages of which the viewport shows one at rest.
  case pager = 1
  /// A page of text rows.
  case page = 2
  /// The dots below a pager.
  case pageControl = 3
  /// Overlapping pages; covered ones stay visible as edges.
  case stack = 4
  /// Side tabs as a whole: a bar at the left, beside it the page of the selected tab, and below that an attachment
  /// (ST-1).
  case tabs = 5
  /// The column of items that select a side tab.
  case tabBar = 6
  /// One item of a tab bar: rows with an icon, a title and a badge, or rows that the tab supplies (ST-8).
  case tabItem = 7
  /// The column between the two pages of a book.
  case spine = 8
  /// A bar of cells that scrolls sideways: the tabs of a pager, or options.
  case optionBar = 9
  /// One cell of an option bar: the title of a column.
  case optionCell = 10
  /// A mark below the cells of an option bar that follows the pages.
  case indicator = 11
  /// Parts side by side or below one another, with borders between them (SPL-1).
  case split = 12
  /// The line between two parts of a split, which a pointer can move (SPL-6).
  case splitBorder = 13
  /// The character of a page that a viewer points at.
  case pointer = 14
  /// The rows of a line of a page that is marked.
  case mark = 15
}

/// The facts about a session that each of its scenes carries.
package struct SessionFacts: Hashable, Sendable {
  package var name: String
  package var viewers: Int
  /// Whether changes are not being stored and would be lost with the daemon.
  package var isUnsaved: Bool
  /// Whether the daemon also listens on an address without authentication.
  package var isInsecure: Bool
  /// Why the shown content is out of date, or the first fault in it, in one sanitised line; empty for neither.
  package var stale = ""
  /// Whether `stale` is a fault in the content, which an audience need not know.
  package var isFault = false
  /// The theme that the content asks for.
  package var theme = BuiltInTheme.own
  /// Whether the pages are hidden from all but speakers.
  package var isBlank = false
  /// Whether somebody records the session.
  package var isRecorded = false
  /// How many seconds ago it was shown (`Scene.past`).
  package var past = 0
  package var finding = SearchFacts()
  /// How far the search of a large text is that is under way; nil for none.
  package var searching: SearchProgress?
  /// The driver, the policy and the requests for control.
  package var control = ControlFacts()
  private var view = ViewFacts()

  package init(
    name: String,
    viewers: Int,
    isUnsaved: Bool = false,
    isInsecure: Bool = false
  ) {
    self.name = name
    self.viewers = viewers
    self.isUnsaved = isUnsaved
    self.isInsecure = isInsecure
  }

  /// The place of the session's shared view; nil in the shared view itself.
  package var shared: PagePosition? {
    get { view.shared }
    set { view.shared = newValue }
  }

  /// The places that viewers point at; nil for none.
  package var pointing: Pointing? {
    get { view.pointing }
    set { view.pointing = newValue }
  }

  /// The facts for the speaker alone; nil in all other views.
  package var speaker: SpeakerFacts? {
    get { view.speaker }
    set { view.speaker = newValue }
  }

  /// The facts about one view of the session.
  private struct ViewFacts: Hashable, Sendable {
    var shared: PagePosition?
    var pointing: Pointing?
    var speaker: SpeakerFacts?
  }
}

/// The search of a session, as each of its scenes states it.
package struct SearchFacts: Hashable, Sendable {
  /// The search text; empty if there is no search.
  package var search: String
  /// The number of matches in the focused content.
  package var matches: Int
  /// The current match, from 1; 0 for none.
  package var match: Int

  package init(search: String = "", matches: Int = 0, match: Int = 0) {
    self.search = search
    self.matches = matches
    self.match = match
  }
}

/// The place of a session's shared view, as its private views state it.
package struct PagePosition: Hashable, Sendable {
  /// The number of the current page, from 1.
  package var page: Int
  package var pages: Int

  package init(page: Int, pages: Int) {
    self.page = page
    self.pages = pages
  }
}

/// The control of a session, as each of its scenes states it.
package struct ControlFacts: Hashable, Sendable {
  package var policy: ControlPolicy
  /// The name of who drives; empty for nobody.
  package var driver: String
  /// The name of who has asked for control first; empty for nobody.
  package var asking: String
  /// The number of those who ask.
  package var requests: Int

  package init(
    policy: ControlPolicy = .open,
    driver: String = "",
    asking: String = "",
    requests: Int = 0
  ) {
    self.policy = policy
    self.driver = driver
    self.asking = asking
    self.requests = requests
  }
}

/// The facts that each scene of the speaker's view carries, and no other scene.
package struct SpeakerFacts: Hashable, Sendable {
  /// The meaning of keys, which move the session and not the speaker's view.
  package var focus: KeyFocus
  package var timer: TalkTimer
  /// The number of questions that are not answered.
  package var questions: Int
  /// The number of the first of them; 0 for none.
  package var firstQuestion: Int

  package init(
    focus: KeyFocus,
    timer: TalkTimer = TalkTimer(),
    questions: Int = 0,
    firstQuestion: Int = 0
  ) {
    self.focus = focus
    self.timer = timer
    self.questions = questions
    self.firstQuestion = firstQuestion
  }
}

/// The timer of a talk.
///
/// It changes only when it is started, paused or reset; the time that it shows follows from the daemon's clock.
package struct TalkTimer: Hashable, Sendable {
  package var isRunning: Bool
  /// The time that had run at `at`.
  package var elapsed: Duration
  /// When it was changed last, on the daemon's clock (proto/README.md: Speaker's view).
  package var at: Duration
  /// The length of the talk; nil if it is not known.
  package var duration: Duration?

  package init(
    isRunning: Bool = false,
    elapsed: Duration = .zero,
    at: Duration = .zero,
    duration: Duration? = nil
  ) {
    self.isRunning = isRunning
    self.elapsed = elapsed
    self.at = at
    self.duration = duration
  }

  /// Returns the time that has run.
  ///
  /// - Parameter now: the time on the daemon's clock.
  /// - Returns: at least zero.
  package func elapsed(at now: Duration) -> Duration {
    max(.zero, isRunning ? elapsed + (now - at) : elapsed)
  }
}

/// Everything that a viewer with one viewport size needs to paint, and nothing else.
package struct Scene: Hashable, Sendable {
  /// The values of the root's fields; `Fields/RootFields.swift` has an accessor for each.
  package internal(set) var root: FieldValues
  /// Ascending by id; a parent precedes its children.
  package private(set) var containers: [Container] = []

  package init(viewport: CellSize) {
    root = FieldTable.root.initial
    self.viewport = viewport
  }

  /// Returns the size available to the outermost container: the viewport without the status line.
  package static func room(in viewport: CellSize) -> CellSize {
    CellSize(columns: viewport.columns, rows: viewport.rows - (viewport.rows >= 3 ? 1 : 0))
  }

  package init(viewport: CellSize, of facts: SessionFacts) {
    self.init(viewport: viewport)
    session = facts.name
    viewers = facts.viewers
    isUnsaved = facts.isUnsaved
    isInsecure = facts.isInsecure
    stale = facts.stale
    isFault = facts.isFault
    theme = facts.theme
    isBlank = facts.isBlank
    isRecorded = facts.isRecorded
    past = facts.past
    search = facts.finding.search
    matches = facts.finding.matches
    match = facts.finding.match
    searching = facts.searching
    policy = facts.control.policy
    driver = facts.control.driver
    asking = facts.control.asking
    requests = facts.control.requests
    sharedPage = facts.shared?.page ?? 0
    sharedPages = facts.shared?.pages ?? 0
    if let speaker = facts.speaker {
      isSpeakers = true
      timer = speaker.timer
      (questions, firstQuestion) = (speaker.questions, speaker.firstQuestion)
    }
  }

  package subscript(id: ContainerID) -> Container? {
    get { index(of: id).map { containers[$0] } }
    _modify {
      let index = insertionIndex(of: id)
      let existed = index < containers.count && containers[index].id == id
      var slot: Container?
      if existed {
        // Takes the container out without moving those behind it.
        var taken = Container(id)
        swap(&taken, &containers[index])
        slot = consume taken
      }
      defer {
        if let slot {
          precondition(slot.id == id, "cannot file container \(slot.id) under \(id)")
          if existed { containers[index] = slot } else { containers.insert(slot, at: index) }
        } else if existed {
          containers.remove(at: index)
        }
      }
      yield &slot
    }
  }

  /// Adds a container, or replaces the one with its id.
  package mutating func insert(_ container: Container) {
    let index = insertionIndex(of: container.id)
    if index == containers.count {
      containers.append(container)
    } else if containers[index].id == container.id {
      containers[index] = container
    } else {
      containers.insert(container, at: index)
    }
  }

  /// Adds containers in any order, except those whose parent is missing.
  package mutating func insert(contentsOf added: [Container]) {
    // Sorts indices, because a container is large.
    let order = added.indices.sorted { added[$0].id < added[$1].id }
    containers.reserveCapacity(containers.count + added.count)
    for number in order {
      if let parent = added[number].parent, index(of: parent) == nil { continue }
      insert(added[number])
    }
  }

  /// Returns the index of a container in `containers`; nil if there is none with that id.
  package func index(of id: ContainerID) -> Int? {
    let index = insertionIndex(of: id)
    return index < containers.count && containers[index].id == id ? index : nil
  }

  /// Returns how many containers an insertion of one with an id, or its removal, moves.
  package func moves(around id: ContainerID) -> Int { containers.count - insertionIndex(of: id) }

  private func insertionIndex(of id: ContainerID) -> Int {
    let containers = containers.span
    var low = 0
    var high = containers.count
    while low < high {
      let middle = (low + high) / 2
      if containers[middle].id < id { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: Changes in place

extension Scene {
  /// Sets fields of the root; returns false if one is out of range, after some are set.
  package mutating func apply(_ change: FieldChange) -> Bool {
    root.apply(change, of: .root)
  }

  /// Sets fields of the container at an index of `containers`; returns false if one is out of range, after some are set.
  package mutating func apply(_ change: FieldChange, toContainerAt index: Int) -> Bool {
    containers[index].apply(change)
  }

  /// Sets the number in a field of the container at an index of `containers`; returns false, changing nothing, if it is
  /// out of range.
  package mutating func set(_ number: Int, to value: Int, ofContainerAt index: Int) -> Bool {
    guard FieldTable.container.ranges[number].contains(value),
      number != Int(ContainerField.parent.rawValue)
        || value < Int(self[at: index].id.rawValue)
    else { return false }
    containers[index].values[number] = value
    return true
  }

  /// Replaces rows of the container at an index of `containers`, from the row `first` on.
  package mutating func setRows(_ rows: [TextRow], at first: Int, ofContainerAt index: Int) {
    containers[index].rows.set(rows, at: first)
  }

  /// Removes rows of the container at an index of `containers`.
  package mutating func removeRows(_ range: Range<Int>, ofContainerAt index: Int) {
    containers[index].rows.remove(range)
  }
}

extension Scene {
  /// The container at an index of `containers`, for reading its fields.
  ///
  /// It is not copied, as with the array's subscript. Each module that needs it has its own, because none is inlined from
  /// another module: a frame would allocate.
  @inline(__always)
  subscript(at index: Int) -> Container {
    _read { yield containers.span[index] }
  }
}

/// A scene's motion from its current state to rest, computed completely when it begins (decision D-12).
package struct Trajectory: Hashable, Sendable {
  /// Frame 0: the scene shown now.
  ///
  /// Contains everything that becomes visible during the motion.
  package var start: Scene
  /// The fields that change from frame to frame.
  package var tracks: [SceneTrack]
  /// The number of the last frame, which shows `end`; 0 without motion.
  package var length: Int
  /// The scene shown at rest.
  package var end: Scene

  /// Creates a change without motion.
  package init(rest scene: Scene) {
    self.init(start: scene, tracks: [], length: 0, end: scene)
  }

  package init(start: Scene, tracks: [SceneTrack], length: Int, end: Scene) {
    precondition(length <= Limits.frames, "cannot move over \(length) frames")
    precondition(
      tracks.allSatisfy { $0.values.count <= length },
      "a track is longer than its motion"
    )
    self.start = start
    self.tracks = tracks
    self.length = length
    self.end = end
  }
}

/// The values of one field of one container in frames 1, 2, ...; the last value stays in effect.
package struct SceneTrack: Hashable, Sendable {
  package var container: ContainerID
  package var field: ContainerField
  package var values: [Int]

  package init(container: ContainerID, field: ContainerField, values: [Int]) {
    self.container = container
    self.field = field
    self.values = values
  }

  /// Creates the track of a field by its values in all frames, the current one first, without those that repeat to the
  /// end; nil if the field never changes.
  package init?(_ field: ContainerField, of container: ContainerID, along values: [Int]) {
    guard let last = values.last, let end = values.lastIndex(where: { $0 != last }) else {
      return nil
    }
    self.init(container: container, field: field, values: Array(values[1...end + 1]))
  }
}

/// Bounds of all numbers in a scene, so that no sum of received values can overflow.
package enum Limits {
  /// The largest distance from an origin, in cells: 2^40.
  package static let coordinate = 1 << 40
  /// The largest supported viewport.
  package static let viewport = CellSize(columns: 1000, rows: 500)
  /// The number of rows from the top of an overflowing page that a scene always holds, so that a viewer can scroll on
  /// its own (Sources/README.md, decision 2).
  package static let leadingRows = 200
  /// The most bytes of text in leading rows that are not visible; beyond it, fewer such rows are held.
  package static let leadingBytes = 64 << 10
  /// The most pictures of a page that a scene names.
  package static let pictures = 32
  /// The most containers of a scene.
  package static let containers = 10_000
  /// The largest number of frames in a timeline.
  package static let frames = 180
  /// The most changes of a timeline, and the most tracks: of each container three changes at the start and at the end,
  /// and a track for each number of its frame.
  package static let changes = 64_000
  /// The most deltas of all tracks of a timeline: four times as many as a motion has that the daemon publishes
  /// (proto/README.md: Timelines).
  package static let deltas = 1 << 18
  /// The most containers and rows that the parts of a received message move: those of a daemon that means well are in
  /// order, so that they move few.
  package static let moves = 1 << 24
}
