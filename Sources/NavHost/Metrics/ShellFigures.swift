/// Figures that only the code around `DaemonCore` can measure, for metrics.
package struct ShellFigures: Hashable, Sendable {
  package var turns = TurnFigures()
  package var store = StoreFigures()
  package var replies = ReplyFigures()
  /// The connections that were closed at once, because too many were open.
  package var refusedConnections: UInt64 = 0
  /// The connections from a network that were closed at once, because too many came from one address, or from all.
  package var throttledConnections: UInt64 = 0
  package var process = ProcessFigures()

  package init() {}
}

/// Figures of the turns of the poll loop.
package struct TurnFigures: Hashable, Sendable {
  package private(set) var durations = Histogram(HistogramBounds.turns)
  /// The processor time of all turns.
  package private(set) var processorTime = Duration.zero

  package init() {}

  /// Adds one turn.
  ///
  /// - Parameters:
  ///   - duration: how long it has lasted.
  ///   - processorTime: the processor time that it has taken.
  package mutating func add(_ duration: Duration, processorTime: Duration) {
    durations.add(duration)
    self.processorTime += processorTime
  }
}

/// Figures of the replies that reached nobody.
package struct ReplyFigures: Hashable, Sendable {
  /// Those whose connections had ended.
  package var ended: UInt64 = 0
  /// Those for connections that had `DaemonLimits.waitingReplies` unread.
  package var unread: UInt64 = 0

  package init() {}
}

/// Figures of writing to the disk.
package struct StoreFigures: Hashable, Sendable {
  /// The durations of commits, failed ones included.
  package var commits = Histogram(HistogramBounds.store)
  /// The commits that failed.
  package var failedCommits: UInt64 = 0
  /// The durations from the request to flush everything to the disk until its answer.
  package var syncs = Histogram(HistogramBounds.store)

  package init() {}
}

/// Figures of the operating system about the process; nil where it does not tell them.
package struct ProcessFigures: Hashable, Sendable {
  /// The memory in use that is not swapped out, in bytes.
  package var residentMemory: UInt64?
  /// The address space, in bytes.
  package var virtualMemory: UInt64?
  /// The processor time of all threads.
  package var processorTime: Duration?
  /// The open descriptors.
  package var openDescriptors: UInt64?
  /// The most descriptors that may be open.
  package var descriptorLimit: UInt64?

  package init() {}
}
