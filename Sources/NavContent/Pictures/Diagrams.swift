import NavBase
import NavSystem
import Synchronization

/// A program that draws diagrams, or pictures that consist of shapes; the raw value is its name.
enum DiagramProgram: String, Sendable {
  case dot, mmdc, d2
  /// Draws files, and no blocks of code.
  case svg = "rsvg-convert"

  /// - Parameter language: the language of a code block; nil is returned if that is no diagram.
  init?(language: String) {
    switch language.lowercased() {
    case "dot", "graphviz": self = .dot
    case "mermaid": self = .mmdc
    case "d2": self = .d2
    default: return nil
    }
  }

  /// The arguments with which it reads a source and prints a PNG, of two pixels for each of its own.
  private func arguments(at file: String) -> [String] {
    switch self {
    case .dot: [file, "-Tpng", "-Gdpi=192"]
    case .mmdc: Self.printingFile + [file, "--scale", "2", "--input", "-", "--output", "a.png"]
    case .d2: Self.printingFile + [file, "--scale", "2", "-", "a.png"]
    // It runs no scripts, and a text without an address refers to no file or page.
    case .svg: [file, "--format", "png"]
    }
  }

  /// Runs a program that writes a file in a directory of its own, and prints the file.
  private static let printingFile = [
    "/bin/sh", "-c",
    #"d=$(mktemp -d) || exit; trap 'rm -rf "$d"' EXIT; trap 'exit 1' TERM; "#
      + #"cd "$d" && "$@" >&2 && cat a.png"#, "sh",
  ]

  /// The limits for one diagram: `mmdc` and `d2` start a browser, and files are drawn while they are read.
  private var limits: ProcessLimits {
    ProcessLimits(
      outputBytes: PictureReader.fileBytes,
      time: self == .svg ? .seconds(2) : .seconds(20),
      memory: self == .svg ? 512 << 20 : 2 << 30
    )
  }

  /// Runs the program that is installed.
  func run(_ source: String) throws(PictureProblem) -> [UInt8] {
    // With this variable, Graphviz reads no files that a diagram names.
    var environment = ProcessEnvironment.inherited()
    environment["SERVER_NAME"] = "navd"
    guard let file = ProgramPath.find(rawValue, path: environment["PATH"]) else {
      throw .undrawn("\(rawValue) is not installed")
    }
    let invocation = Invocation(
      arguments(at: file),
      directory: "/",
      environment: environment,
      input: Array(source.utf8),
      errors: .apart
    )
    guard let output = try? invocation.run(within: limits) else {
      throw .undrawn("\(rawValue) can't be started")
    }
    if case .stopped(.time) = output.end { throw .tooLong }
    guard output.end.isSuccess else {
      let said = Slide.titleLine(of: String(decoding: output.errors, as: UTF8.self))
      throw .undrawn(said ?? "\(rawValue) failed")
    }
    return output.bytes
  }
}

/// Draws the diagrams of code blocks on a thread of its own, if that is allowed; those not drawn yet are code.
///
/// Drawn diagrams are kept by their sources. A session is told, as of any change of its content, when there is more.
final class DiagramReader: Sendable {
  typealias Run = @Sendable (DiagramProgram, _ source: String) throws(PictureProblem) -> [UInt8]

  private struct Job {
    let key: ContentHash
    let program: DiagramProgram
    let source: String
    /// The sessions that wait for it.
    var sessions: Set<UInt64>
  }

  private struct State {
    var cache = PictureCache()
    /// The first one is being drawn.
    var jobs: [Job] = []
    /// Why sessions have not got what was drawn for them: it failed, or the cache has lost it since, and drawing it
    /// again could go on forever.
    var problems: [UInt64: [ContentHash: PictureProblem]] = [:]
  }

  private let pictures: PictureReader
  let run: Run
  private let changed: @Sendable (UInt64) -> Void
  private let allowance = Atomic(false)
  private let state = Mutex(State())

  /// The most diagrams that wait.
  private static let limit = 256
  private static let crowded = PictureProblem.undrawn("there are too many: reload")

  init(
    _ pictures: PictureReader,
    _ run: @escaping Run,
    changed: @escaping @Sendable (UInt64) -> Void
  ) {
    self.pictures = pictures
    self.run = run
    self.changed = changed
  }

  func allow(_ isAllowed: Bool) { allowance.store(isAllowed, ordering: .relaxed) }

  var isAllowed: Bool { allowance.load(ordering: .relaxed) }

  /// Forgets what a session waits for, and its failures.
  func forget(_ session: UInt64) {
    state.withLock { state in
      state.problems[session] = nil
      for index in state.jobs.indices { state.jobs[index].sessions.remove(session) }
    }
  }

  /// Returns the picture of a code block; nil if it is no diagram, is not drawn yet, or nothing is drawn.
  ///
  /// A block with numbered or highlighted lines is code.
  func picture(of code: TextCode, for session: UInt64) -> PictureReader.Outcome? {
    guard isAllowed, code.firstNumber == nil, code.focus.isEmpty,
      let program = DiagramProgram(language: code.language)
    else { return nil }
    let source = code.text.joined(separator: "\n")
    let key = ContentHash(of: Array("\(program) \(source)".utf8))
    let (outcome, isFirst) = state.withLock { state -> (PictureReader.Outcome?, Bool) in
      if let known = state.cache[key] { return (known, false) }
      if let problem = state.problems[session]?[key] { return (.failure(problem), false) }
      if let index = state.jobs.firstIndex(where: { $0.key == key }) {
        state.jobs[index].sessions.insert(session)
        return (nil, false)
      }
      guard state.jobs.count < Self.limit else { return (.failure(Self.crowded), false) }
      state.jobs.append(Job(key: key, program: program, source: source, sessions: [session]))
      return (nil, state.jobs.count == 1)
    }
    if isFirst, !startThread({ [self] in draw() }) { state.withLock { $0.jobs = [] } }
    return outcome
  }

  private func draw() {
    while let job = next() {
      let outcome = outcome(of: job)
      let sessions = state.withLock { state in
        let sessions = state.jobs.removeFirst().sessions
        var problem = Self.crowded
        switch outcome {
        case .success: state.cache.keep(outcome, of: job.key)
        case .failure(let failure): problem = failure
        }
        for session in sessions { state.problems[session, default: [:]][job.key] = problem }
        return sessions
      }
      for session in sessions.sorted() { changed(session) }
    }
  }

  private func next() -> Job? {
    state.withLock { state in
      state.jobs.removeAll { $0.sessions.isEmpty }
      return state.jobs.first
    }
  }

  private func outcome(of job: Job) -> PictureReader.Outcome {
    Result { () throws(PictureProblem) in
      try pictures.raster(ofDrawn: try run(job.program, job.source))
    }
  }
}
