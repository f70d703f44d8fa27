import NavBase

/// Everything that workers do, by ticket, the exports that clients fetch, the bundles that they send, and the snapshots
/// that wait for a worker.
///
/// A worker's result is handled only while its ticket is here.
package struct Jobs: Sendable {
  private var jobs: [UInt64: Job] = [:]
  package internal(set) var exports = Exports()
  package internal(set) var bundles = Bundles()
  var snapshots = Snapshots()

  subscript(ticket: UInt64) -> Job? { jobs[ticket] }

  mutating func begin(_ ticket: UInt64, _ job: Job) {
    jobs[ticket] = job
  }

  /// Ends a job.
  ///
  /// - Returns: the job; nil if it was cancelled.
  mutating func end(_ ticket: UInt64) -> Job? { jobs.removeValue(forKey: ticket) }

  /// Ignores the result of a job.
  mutating func cancel(_ ticket: UInt64) {
    jobs[ticket] = nil
  }

  // MARK: Limits

  /// Whether another search may begin.
  var hasRoomForFind: Bool {
    count { if case .find = $0 { true } else { false } } < DaemonLimits.finds
  }

  /// Whether another picture may be made.
  var hasRoomForPicture: Bool {
    count { if case .picture = $0 { true } else { false } } < DaemonLimits.pictures
  }

  /// Whether another page of a past state may be read.
  var hasRoomForPastPage: Bool {
    count { if case .pastPage = $0 { true } else { false } } < DaemonLimits.pastPages
  }

  /// Whether a page is read for an earlier form of a request.
  func readsPastPage(for pending: PendingRequest) -> Bool {
    count {
      guard case .pastPage(_, let request) = $0 else { return false }
      return request.pending.isRepeated(by: pending)
    } > 0
  }

  /// Whether another long text may be wrapped.
  var hasRoomForWrapping: Bool {
    count { if case .wrapping = $0 { true } else { false } } < DaemonLimits.wrappings
  }

  /// Whether another bundle may be written.
  var hasRoomForBundles: Bool {
    count { if case .bundle = $0 { true } else { false } } < DaemonLimits.bundleJobs
  }

  /// Whether files of bundles are being removed.
  var isRemovingBundles: Bool {
    count { if case .bundleRemoval = $0 { true } else { false } } > 0
  }

  private func count(_ isOfKind: (Job) -> Bool) -> Int { jobs.values.count(where: isOfKind) }

  // MARK: Wrapping

  /// Returns the ticket of the job that wraps the texts of a session for a size.
  func wrapping(of session: UInt64, in viewport: CellSize) -> UInt64? {
    jobs.first {
      if case .wrapping(let wrapping) = $0.value {
        wrapping.session == session && wrapping.viewport == viewport
      } else {
        false
      }
    }?
    .key
  }

  /// Lets a request wait for wrapped texts.
  ///
  /// - Returns: false at the limit, `DaemonLimits.waitingPerSession`.
  mutating func wait(_ waiting: Wrapping.Waiting, forWrapping ticket: UInt64) -> Bool {
    guard case .wrapping(var wrapping)? = jobs[ticket],
      wrapping.waiting.count < DaemonLimits.waitingPerSession
    else { return false }
    wrapping.waiting.append(waiting)
    jobs[ticket] = .wrapping(wrapping)
    return true
  }

  /// Removes the earlier attach requests of a client that wait for wrapped texts, whatever their sizes.
  ///
  /// - Parameter pending: the newest request.
  /// - Returns: whether one of those removed has created the session.
  mutating func forgetWaiting(supersededBy pending: PendingRequest) -> Bool {
    var isNew = false
    for (ticket, job) in jobs {
      guard case .wrapping(var wrapping) = job else { continue }
      let before = wrapping.waiting.filter { $0.pending.isSuperseded(by: pending) }
      guard !before.isEmpty else { continue }
      isNew = isNew || before.contains(where: \.isNew)
      wrapping.waiting.removeAll { $0.pending.isSuperseded(by: pending) }
      jobs[ticket] = .wrapping(wrapping)
    }
    return isNew
  }

  // MARK: Syncs

  /// Repeats the reply of an operation that waits for the disk, with that reply.
  mutating func repeatReply(to pending: PendingRequest) {
    for (ticket, job) in jobs {
      guard case .sync(let replies) = job,
        let reply = replies.first(where: { $0.isAnswer(to: pending) })
      else { continue }
      jobs[ticket] = .sync(replies + [reply.repeated(for: pending)])
      return
    }
  }

  /// The replies that wait for the disk.
  var unsyncedReplies: [OutgoingReply] {
    jobs.values.flatMap { job -> [OutgoingReply] in
      if case .sync(let replies) = job { replies } else { [] }
    }
  }
}
