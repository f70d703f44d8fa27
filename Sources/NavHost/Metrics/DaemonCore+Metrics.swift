import NavBase
import NavWire

/// Metrics: figures about the daemon, for Prometheus (deploy/README.md: Metrics).
///
/// No label has a name of a session or of a viewer, or any other text of a user: everybody who reads metrics would learn
/// it, and each new text would be a new time series. All labels have values from fixed lists.
extension DaemonCore {
  /// Answers a request for metrics: at once if the last text is young enough, else when the shell has measured its part.
  mutating func answerMetrics(_ pending: PendingRequest, at now: Duration) {
    guard mayReadMetrics(pending.principal) else {
      return fail(pending, .notPermitted, "ask the owner of this navd: metrics are for nobody else")
    }
    if let text = latestMetrics(at: now) { return answer(pending, .metrics(text)) }
    metricsPage.wait(pending)
  }

  /// Whether somebody may read metrics: the user who runs navd, and keys that are owners of all sessions.
  private func mayReadMetrics(_ principal: Principal) -> Bool {
    switch principal {
    case .localUser, .process: true
    case .address: false
    case .key(let key):
      gate.credentials.keys[key].map { $0.role == .owner && $0.sessions == nil } ?? false
    }
  }

  /// Whether the request that was carried out last waits for `measured`, which is a part of what it costs.
  package var awaitsFigures: Bool { metricsPage.hasWaiting }

  /// Answers the requests for metrics that wait for the shell's part.
  package mutating func measured(_ figures: ShellFigures, at now: Duration) {
    let text = makeMetrics(with: figures, at: now)
    for pending in metricsPage.takeWaiting() { answer(pending, .metrics(text)) }
  }

  /// Returns the text of all metrics that was made last; nil if it is older than `DaemonTiming.metrics`.
  package func latestMetrics(at now: Duration) -> String? { metricsPage.text(at: now) }

  /// Makes the text of all metrics, which answers further requests for `DaemonTiming.metrics`.
  package mutating func makeMetrics(with figures: ShellFigures, at now: Duration) -> String {
    let text = metrics(with: figures).text
    metricsPage.note(text, at: now)
    return text
  }

  /// Returns all metrics.
  ///
  /// O(sessions, their open pages, streams and viewers).
  ///
  /// - Parameter figures: those that the shell has measured.
  /// - Returns: the text.
  package func metrics(with figures: ShellFigures) -> MetricsText {
    var text = MetricsText()
    writeDaemon(to: &text)
    writeSessions(to: &text)
    writeRequests(figures.replies, to: &text)
    writePublished(to: &text)
    writeLoop(figures, to: &text)
    writeStore(figures.store, to: &text)
    writeProcess(figures.process, to: &text)
    return text
  }

  private func writeDaemon(to text: inout MetricsText) {
    let version = MetricsText.Label("version", Release.version)
    let protocolVersion = MetricsText.Label("protocol", "\(ProtocolVersion.current)")
    text.gauge(
      "navd_build_info",
      "The versions of navd and of its protocol; always 1.",
      [MetricsText.Sample([version, protocolVersion], .integer(1))]
    )
    text.gauge(
      "navd_state_saved",
      "Whether changes are saved: 0 while the disk refuses writes.",
      isDurable ? 1 : 0
    )
  }

  // MARK: Sessions and viewers

  private func writeSessions(to text: inout MetricsText) {
    text.gauge(
      "navd_sessions",
      "Sessions, by state: live, or their content is being read (loading: new ones, restoring: those of the store).",
      samples(
        "state",
        [
          ("live", sessions.count), ("loading", sessions.loading.count),
          ("restoring", sessions.restoring.count),
        ]
      )
    )
    text.gauge(
      "navd_private_views",
      "Views of sessions in which one viewer looks around, or the speaker sees notes.",
      UInt64(sessions.hostedCount - sessions.count)
    )
    let roles = viewers.countByRole { role(of: $0.owner.principal, in: $0.session) }
    text.gauge(
      "navd_viewers",
      "Attached viewers, by their role in their session.",
      samples("role", Role.allCases.map { ($0.rawValue, roles[$0, default: 0]) })
    )
    text.gauge(
      "navd_viewers_out_of_step",
      "Viewers whose scene was wrong twice in a row: a fault to be reported.",
      UInt64(viewers.outOfStep)
    )
    let forms = streams.countByForms()
    text.gauge(
      "navd_streams",
      "Layouts, by the form in which they are published: open to viewers of this machine, sealed to those of a "
        + "network, both, or none while nobody subscribes.",
      samples(
        "form",
        [
          ("open", forms[.open, default: 0]), ("sealed", forms[.sealed, default: 0]),
          ("both", forms[[.open, .sealed], default: 0]), ("none", forms[[], default: 0]),
        ]
      )
    )
    text.gauge(
      "navd_content_memory_bytes",
      "The estimated memory of the contents of all sessions.",
      UInt64(sessions.memorySize)
    )
    text.gauge(
      "navd_content_memory_limit_bytes",
      "The most memory that contents may take (limits.memory).",
      UInt64(settings.limits.memory) << 20
    )
  }

  private func samples(_ label: String, _ counts: [(String, Int)]) -> [MetricsText.Sample] {
    counts.map { MetricsText.Sample([MetricsText.Label(label, $0.0)], .integer(UInt64($0.1))) }
  }

  // MARK: Requests

  private func writeRequests(_ figures: ReplyFigures, to text: inout MetricsText) {
    let counts = gate.counts
    text.counter(
      "navd_requests_total",
      "Requests that could be read, repetitions included, by kind.",
      Request.Kind.allCases.map {
        MetricsText.Sample([MetricsText.Label("kind", $0.traits.name)], .integer(counts.kinds[$0]))
      }
    )
    text.counter("navd_request_bytes_total", "Bytes of all requests.", counts.bytes)
    text.counter(
      "navd_requests_dropped_total",
      "Requests that were dropped: superseded by a later one, of a connection that has ended, or without an envelope.",
      counts.dropped
    )
    text.gauge(
      "navd_requests_queued",
      "Requests that wait to be carried out.",
      UInt64(gate.queue.count)
    )
    text.gauge("navd_waits", "Conditions that clients wait for.", UInt64(waits.count))
    text.counter(
      "navd_refusals_total",
      "Requests that were answered with an error, by its code; slow_down is the answer to too many requests.",
      Reply.Failure.Code.allCases.map {
        MetricsText.Sample(
          [MetricsText.Label("code", $0.label)],
          .integer(output.counts.failures[$0])
        )
      }
    )
    text.counter("navd_reply_bytes_total", "Bytes of all replies.", output.counts.replyBytes)
    text.counter(
      "navd_replies_dropped_total",
      "Replies that were dropped: their connection has ended, or as many as it may have wait for it unread.",
      [("ended", figures.ended), ("unread", figures.unread)].map {
        MetricsText.Sample([MetricsText.Label("cause", $0.0)], .integer($0.1))
      }
    )
  }

  // MARK: Scenes

  private func writePublished(to text: inout MetricsText) {
    let counts = output.counts
    func samples(_ value: (MessageCounts) -> UInt64) -> [MetricsText.Sample] {
      [("open", counts.open), ("sealed", counts.sealed)].map {
        MetricsText.Sample([MetricsText.Label("form", $0.0)], .integer(value($0.1)))
      }
    }
    text.counter(
      "navd_published_messages_total",
      "Messages about layouts, each counted once for all its subscribers, by form.",
      samples(\.messages)
    )
    text.counter(
      "navd_published_bytes_total",
      "Bytes of these messages, before encryption and without their topics.",
      samples(\.bytes)
    )
    text.counter(
      "navd_snapshots_total",
      "Scenes sent as a whole to one viewer: when it joins, after a resize, after a gap.",
      streams.counts.snapshots
    )
    text.counter(
      "navd_resyncs_total",
      "Viewers that joined their layout again, because they have missed something.",
      streams.counts.resyncs
    )
    text.counter(
      "navd_keyframes_total",
      "Scenes sent as a whole to all viewers of a layout, because several have missed something.",
      streams.counts.keyframes
    )
  }

  // MARK: The shell

  private func writeLoop(_ figures: ShellFigures, to text: inout MetricsText) {
    text.histogram(
      "navd_turn_seconds",
      "Durations of the turns of navd's loop, in which it handles what has arrived, stores, publishes and replies.",
      figures.turns.durations
    )
    text.counter(
      "navd_turn_processor_seconds_total",
      "Processor time of these turns, without navd's other threads.",
      [MetricsText.Sample([], .duration(figures.turns.processorTime))]
    )
    text.counter(
      "navd_connections_refused_total",
      "Connections that were closed at once, because too many files are open.",
      figures.refusedConnections
    )
    text.counter(
      "navd_connections_throttled_total",
      "Connections that were closed at once, because too many came from one address or from all within ten seconds.",
      figures.throttledConnections
    )
  }

  private func writeStore(_ figures: StoreFigures, to text: inout MetricsText) {
    text.histogram(
      "navd_store_commit_seconds",
      "Durations of commits to the database, at most one in a turn.",
      figures.commits
    )
    text.counter(
      "navd_store_commit_failures_total",
      "Commits that the disk has refused.",
      figures.failedCommits
    )
    text.histogram(
      "navd_store_sync_seconds",
      "Durations until the disk has confirmed what was committed; none unless state.durability is power.",
      figures.syncs
    )
  }

  private func writeProcess(_ figures: ProcessFigures, to text: inout MetricsText) {
    text.gauge(
      "process_start_time_seconds",
      "When the process started, in seconds since 1970.",
      [MetricsText.Sample([], .duration(.milliseconds(run.startedUnixTime)))]
    )
    if let time = figures.processorTime {
      text.counter(
        "process_cpu_seconds_total",
        "Processor time of all threads, in user and system mode.",
        [MetricsText.Sample([], .duration(time))]
      )
    }
    text.gauge(
      "process_resident_memory_bytes",
      "Memory in use that is not swapped out.",
      figures.residentMemory
    )
    text.gauge("process_virtual_memory_bytes", "Address space in use.", figures.virtualMemory)
    text.gauge("process_open_fds", "Open file descriptors.", figures.openDescriptors)
    text.gauge(
      "process_max_fds",
      "The most file descriptors that may be open.",
      figures.descriptorLimit
    )
  }
}
