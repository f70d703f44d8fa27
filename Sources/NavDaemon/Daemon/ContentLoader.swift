import CNavSupport
import Glibc
import NavBase
import NavContent
import NavEngine
import NavHost
import NavSystem
import NavWire
import Synchronization

/// Reads content on threads of its own, so that a slow disk never blocks the poll loop; results go to a mailbox.
///
/// The files that were read are watched as long as their session exists.
final class ContentLoader: Sendable {
  private let mailbox: Mailbox<WorkerResult>
  private let reader: ContentReader
  private let watch: ContentWatch
  private let jobs = Mutex(Jobs())
  private let marks: RestorationMarks
  private let bundles: BundleStore
  /// Held while a session is restored at which the daemon before may have ended.
  private let suspect = Mutex(())
  /// The memory that all threads share.
  private let memory = ReadingMemory()
  /// The exports that are not written completely, by their keys.
  private let exports = Mutex<[UInt64: OngoingExport]>([:])
  /// The files of previews, by their sessions.
  private let previewed = Mutex<[UInt64: Set<String>]>([:])
  /// The most of them in one session.
  private static let mostPreviewed = 1_000
  /// The searches in large texts, by their tickets.
  private let searches = Mutex<[UInt64: Lease]>([:])
  /// The pause between reports on how far a search is.
  private static let reportPause = Duration.milliseconds(250)

  /// Whether anything is being read or written; if not, all results are in the mailbox.
  var isBusy: Bool { jobs.withLock { !$0.running.isEmpty } }

  init(_ mailbox: Mailbox<WorkerResult>, _ marks: RestorationMarks, _ bundles: BundleStore) {
    self.mailbox = mailbox
    self.marks = marks
    self.bundles = bundles
    let changed: @Sendable (UInt64) -> Void = { mailbox.put(.changed(session: $0)) }
    reader = ContentReader(bundles: bundles, changed: changed)
    watch = ContentWatch(changed: changed)
  }

  /// Reads the content of a session that is to be created, for a principal.
  func load(_ content: ContentSpec, ticket: UInt64, for principal: Principal) {
    announce(content, for: ticket)
    start(
      for: UInt64(truncatingIfNeeded: principal.hashValue),
      { [self] in
        let (files, start) = (ReadFiles(), FileTime.now)
        let result = Result { () throws(ContentFailure) in
          try files.record { () throws(ContentFailure) in try reader.read(content, for: ticket) }
        }
        watch.watch(files.paths, for: ticket, readSince: start)
        return .content(ticket: ticket, result)
      },
      otherwise: { .content(ticket: ticket, .failure($0)) }
    )
  }

  func load(_ request: PageRequest, of session: UInt64, ticket: UInt64) {
    let lease = Lease()
    if request.isSearch { searches.withLock { $0[ticket] = lease } }
    start(
      for: session,
      { [self] in
        let files = ReadFiles()
        var reportAt = monotonicNow() + Self.reportPause
        let page = files.record {
          prepared(request, of: session) { progress in
            if monotonicNow() >= reportAt {
              reportAt = monotonicNow() + Self.reportPause
              mailbox.put(.searched(ticket: ticket, progress))
            }
            return !lease.isOver
          }
        }
        searches.withLock { $0[ticket] = nil }
        // A preview is not an open page, so its files are not watched.
        if request.isPreview {
          notePreview(files.paths, of: session)
        } else {
          watch.add(files.paths, for: session)
        }
        return .page(ticket: ticket, .success(page))
      },
      otherwise: { failure in
        searches.withLock { $0[ticket] = nil }
        return .page(ticket: ticket, .failure(failure))
      }
    )
  }

  /// Runs an operation.
  ///
  /// It reads no file, so that it does not count as one that a disk may hold up; without a free thread, it is run here.
  func perform(_ run: OperationRun) {
    if !begin(tidies: false, { .performed(run.run()) }) { mailbox.put(.performed(run.run())) }
  }

  /// Ends a search in a large text.
  func endSearch(ticket: UInt64) { searches.withLock { $0[ticket] }?.end() }

  /// Reads a session's content again and restores its place.
  func restore(
    _ content: ContentSpec,
    of session: UInt64,
    place: NavigationState,
    version: UInt64,
    ticket: UInt64
  ) {
    announce(content, for: session)
    start(
      for: session,
      { [self] in
        let (files, start) = (ReadFiles(), FileTime.now)
        let read = {
          self.marks.begin(session)
          return Result { () throws(ContentFailure) in
            try files.record { () throws(ContentFailure) in
              try self.restored(content, of: session, place: place, version: version)
            }
          }
        }
        let result = marks.suspects.contains(session) ? suspect.withLock { _ in read() } : read()
        watch.watch(files.paths, for: session, readSince: start)
        return .restored(ticket: ticket, session: session, result)
      },
      mayWait: true,
      otherwise: { .restored(ticket: ticket, session: session, .failure($0)) }
    )
  }

  private func restored(
    _ content: ContentSpec,
    of session: UInt64,
    place: NavigationState,
    version: UInt64
  ) throws(ContentFailure) -> RestoredSession {
    let found = try reader.readAgain(content, for: session, .restoration) { _, content, failure in
      failure.map { .page(PageContent(notice: $0, insteadOf: content)) }
    }
    return try RestoredSession(
      found.content,
      without: Set(found.unread.keys),
      at: place,
      version: version
    ) { request in
      let page = request.reference
      let isThere = reader.isThere(page, in: session)
      return (reader.page(page, of: session).content, isThere: isThere)
    }
  }

  /// Notes that the loop has taken a session that was restored.
  func restorationEnded(_ session: UInt64) { marks.end(session) }

  /// Reads changed content again.
  func reload(_ reload: ContentReload) {
    let (ticket, session) = (reload.ticket, reload.session)
    announce(reload.content, for: session)
    start(
      for: session,
      { [self] in
        let files = ReadFiles()
        let result = Result { () throws(ContentFailure) in
          try files.record { () throws(ContentFailure) in try reloaded(reload) }
        }
        // If something could not be read, its files are watched together with those watched so far.
        if case .success(let found) = result, found.failure == nil, reload.missingTabs.isEmpty {
          watch.watch(files.paths, for: session)
        } else {
          watch.add(files.paths, for: session)
        }
        return .reloaded(ticket: ticket, session: session, result)
      },
      otherwise: { .reloaded(ticket: ticket, session: session, .failure($0)) }
    )
  }

  private func reloaded(_ reload: ContentReload) throws(ContentFailure) -> ReloadedContent {
    let found = try reader.readAgain(
      reload.content,
      for: reload.session,
      reload.isRequested ? .reload : .show,
      leaving: reload.missingTabs
    ) { index, _, _ in
      reload.shownTab(index)
    }
    let places = reload.entries.compactMap { entry in
      reader.place(of: entry, in: reload.session).map { (entry, $0) }
    }
    return try ReloadedContent(
      found.content,
      failure: found.failure,
      places: Dictionary(places) { first, _ in first },
      for: reload
    ) {
      prepared($0, of: reload.session, isReload: true)
    }
  }

  // MARK: Memory

  /// Sets how many bytes further content may take.
  func use(memoryLeft: Int) { memory.set(bytes: memoryLeft) }

  /// Runs work of a thread of its own with an account, and returns the memory that it needed to the system.
  private func inBudget(
    of owner: UInt64,
    tidies: Bool,
    _ body: () -> WorkerResult
  ) -> (WorkerResult, ReadingAccount) {
    let start = threadProcessorTime()
    // After content that was read quickly there is not much to return.
    defer { if tidies, threadProcessorTime() - start > .milliseconds(20) { nav_memory_tidy() } }
    let account = ReadingAccount(memory, owner: owner)
    return (account.use(body), account)
  }

  // MARK: Exports

  /// Exports what a session shows as a file.
  func export(_ export: ContentExporting) {
    announce(export.content, for: export.session)
    writeExport(export.key, of: export.session) { [reader] () throws(ContentFailure) in
      try SessionExport.begin(SessionExport.Job(export), by: reader)
    }
  }

  /// Writes the next bytes of an export.
  func exportMore(key: UInt64, of session: UInt64) {
    writeExport(key, of: session) { [self] () throws(ContentFailure) in
      guard let export = exports.withLock({ $0[key] }) else {
        throw ContentFailure("the daemon no longer keeps this export: export again", .busy)
      }
      return export
    }
  }

  func endExport(key: UInt64) { exports.withLock { $0[key] = nil } }

  private func writeExport(
    _ key: UInt64,
    of session: UInt64,
    _ begin: @escaping @Sendable () throws(ContentFailure) -> OngoingExport
  ) {
    start(
      for: session,
      { [self] in
        var isLast = true
        let result = Result { () throws(ContentFailure) -> [UInt8] in
          let export = try begin()
          let next = try export.next(DaemonLimits.exportParts * Request.Export.partBytes)
          isLast = next.isLast
          exports.withLock { $0[key] = isLast ? nil : export }
          return next.bytes
        }
        return .exported(key: key, session: session, result, isLast: isLast)
      },
      otherwise: { .exported(key: key, session: session, .failure($0), isLast: true) }
    )
  }

  /// Makes a part of a picture as a terminal takes it.
  func makePicture(_ copy: PictureCopy, part: Int, of session: UInt64, ticket: UInt64) {
    start(
      for: session,
      { [reader] in
        let result = Result { () throws(ContentFailure) in
          let made = try reader.copy(copy)
          guard let found = Reply.PicturePart(part, of: made.bytes, hash: made.hash) else {
            throw ContentFailure("the picture has no part \(part): begin with part 0")
          }
          return found
        }
        return .pictureMade(ticket: ticket, result)
      },
      otherwise: { .pictureMade(ticket: ticket, .failure($0)) }
    )
  }

  /// Wraps long texts; without a thread, the poll loop wraps them when it has to.
  func wrap(_ texts: [LongText], ticket: UInt64) {
    // There are few at a time, and they read no file, so files that are being read do not keep them waiting.
    if !begin({ .wrapped(ticket: ticket, texts.map { $0.wrapped() }) }) {
      mailbox.put(.wrapped(ticket: ticket, []))
    }
  }

  /// Lays out a snapshot.
  func layOut(_ query: SnapshotQuery) {
    // There is one at a time, and it reads no file, so it does not count as one that a disk may hold up.
    let isStarted = begin(tidies: false) {
      let start = threadProcessorTime()
      let outcome = query.run()
      return .laidOut(ticket: query.ticket, outcome, cost: threadProcessorTime() - start)
    }
    if !isStarted { mailbox.put(.laidOut(ticket: query.ticket, .notStarted, cost: .zero)) }
  }

  /// Runs a find for a client.
  func find(_ query: FindQuery) {
    start(
      for: query.session,
      { [self] in
        let found = reader.find(
          query.words,
          in: query.scope,
          for: query.session,
          client: query.client.bytes
        )
        return .found(ticket: query.ticket, .success(found))
      },
      otherwise: { .found(ticket: query.ticket, .failure($0)) }
    )
  }

  /// Reads the files of a session's content for a recording, those of previews included.
  func collect(_ content: ContentSpec, of session: UInt64, ticket: UInt64) {
    start(
      for: session,
      { [self] in
        let paths = watch.files(of: session).union(previewed.withLock { $0[session] ?? [] })
        let result = Result { () throws(ContentFailure) in
          try reader.collect(content, for: session, readFrom: paths)
        }
        return .collected(ticket: ticket, result)
      },
      otherwise: { .collected(ticket: ticket, .failure($0)) }
    )
  }

  /// Notes the files of a preview, which are not watched.
  private func notePreview(_ files: Set<String>, of session: UInt64) {
    previewed.withLock { previewed in
      guard previewed[session, default: []].count < Self.mostPreviewed else { return }
      previewed[session, default: []].formUnion(files)
    }
  }

  /// Receives or removes files of a bundle.
  func store(_ job: BundleJob, ticket: UInt64) {
    start(
      for: 0,
      { [self] in
        let result = Result { () throws(ContentFailure) in try bundles.run(job) }
        return .bundle(ticket: ticket, result)
      },
      otherwise: { .bundle(ticket: ticket, .failure($0)) }
    )
  }

  /// Sets whether programs may be run, whether diagrams are drawn, and whether entries of directories have icons.
  func follow(_ configuration: Configuration) {
    reader.allowPrograms(configuration.commands)
    reader.allowDiagrams(configuration.diagrams)
    reader.allowIcons(configuration.icons)
  }

  /// Releases the resources of a session.
  func close(_ session: UInt64) {
    watch.forget(session)
    previewed.withLock { $0[session] = nil }
    marks.end(session)
    // Not on the loop, since it takes some milliseconds to free large documents, and the disk may be slow; without a
    // thread, the next session that ends takes the link of this one with it.
    let isStarted = startThread { [reader, bundles] in
      reader.close(session)
      bundles.removeClosed()
      nav_memory_tidy()
    }
    if !isStarted { reader.close(session) }
  }

  /// Notes which files the session reads from now on.
  private func announce(_ content: ContentSpec, for session: UInt64) {
    if let bundle = content.bundle { bundles.announce(bundle, for: session) }
  }

  /// Ends: what is still being read was not the end of the daemon.
  func stop() { marks.stop() }

  /// Reads a page of a stack, and wraps it for the sizes that will show it first.
  private func prepared(
    _ request: PageRequest,
    of session: UInt64,
    isReload: Bool = false,
    while isWanted: (SearchProgress) -> Bool = { _ in true }
  ) -> PreparedPage {
    let page = reader.page(request.reference, of: session, isReload: isReload, while: isWanted)
    return PreparedPage(page, for: request)
  }

  // MARK: Threads

  /// Work for a thread.
  private struct Job {
    /// Whom it counts for: a peer that creates a session, or a session; 0 is navd itself.
    let owner: UInt64
    /// Whether its memory goes back to the system.
    let tidies: Bool
    let body: @Sendable () -> WorkerResult
  }

  private struct Jobs {
    /// The number of those whose result is not in the mailbox yet, by their owners; one whose disk never answers counts
    /// forever.
    var running: [UInt64: Int] = [:]
    /// Restorations that begin when others have ended, the first one first.
    var waiting: [Job] = []

    var count: Int { running.values.reduce(0, +) }

    mutating func begin(_ job: Job) { running[job.owner, default: 0] += 1 }

    mutating func end(_ job: Job) {
      let rest = (running[job.owner] ?? 1) - 1
      running[job.owner] = rest > 0 ? rest : nil
    }

    /// Begins the restoration that waits longest, if one may begin.
    mutating func beginNext() -> Job? {
      guard !waiting.isEmpty, count < DaemonLimits.restorations else { return nil }
      begin(waiting[0])
      return waiting.removeFirst()
    }
  }

  /// Starts a job of an owner (`Job.owner`); one that may wait begins when fewer others run.
  func start(
    for owner: UInt64,
    _ body: @escaping @Sendable () -> WorkerResult,
    mayWait: Bool = false,
    otherwise failed: (ContentFailure) -> WorkerResult
  ) {
    let (all, isAdmitted, waits) = jobs.withLock { jobs in
      let (all, waiting) = (jobs.count, jobs.waiting.count { $0.owner == owner })
      let own = owner == 0 ? 0 : (jobs.running[owner] ?? 0) + waiting
      let isAdmitted = own < DaemonLimits.loadsOfOwner
      let waits = mayWait && isAdmitted && all >= DaemonLimits.restorations
      if waits { jobs.waiting.append(Job(owner: owner, tidies: true, body: body)) }
      // An owner that reads nothing yet gets in although others have taken all places.
      let isNew = owner != 0 && own == 0
      let places = isNew ? 2 * DaemonLimits.loads : DaemonLimits.loads
      return (all, isAdmitted && all < places, waits)
    }
    guard !waits else { return }
    guard isAdmitted else {
      return mailbox.put(
        failed(
          ContentFailure(
            "\(all) files are being read, the limit: try again when a disk answers",
            .busy
          )
        )
      )
    }
    guard !begin(for: owner, body) else { return }
    mailbox.put(
      failed(ContentFailure("can't start a thread to read the content: try again", .busy))
    )
  }

  /// Starts a thread whose result goes to the mailbox, and which then does the work that waits.
  ///
  /// - Parameters:
  ///   - owner: whom it counts for.
  ///   - tidies: whether its memory goes back to the system.
  ///   - body: the work.
  /// - Returns: false if the system has no thread left.
  private func begin(
    for owner: UInt64 = 0,
    tidies: Bool = true,
    _ body: @escaping @Sendable () -> WorkerResult
  ) -> Bool {
    let first = Job(owner: owner, tidies: tidies, body: body)
    jobs.withLock { $0.begin(first) }
    let isStarted = startThread { [self] in
      var next: Job? = first
      while let job = next {
        let (finished, account) = inBudget(of: job.owner, tidies: job.tidies, job.body)
        next = jobs.withLock { jobs in
          jobs.end(job)
          mailbox.put(finished)
          if account.keptBytes > 0 { mailbox.put(.taken(account)) }
          return jobs.beginNext()
        }
      }
    }
    if !isStarted { jobs.withLock { $0.end(first) } }
    return isStarted
  }
}

extension SessionExport.Job {
  fileprivate init(_ export: ContentExporting) {
    self.init(
      export.content,
      of: export.session,
      name: export.name,
      format: export.format,
      openPages: export.pages.map(\.reference)
    )
  }
}
