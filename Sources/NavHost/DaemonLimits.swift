package import NavGeometry

/// The daemon's named limits (protocol.md: Limits).
///
/// Those of `ConfigurableLimits` are only what holds without a configuration.
package enum DaemonLimits {
  package static let sessions = 256
  package static let viewers = 5_000
  package static let streamsPerSession = 64
  package static let streams = 256
  /// Viewers that one message sends to another stream; the others hear of it with the next.
  package static let movesPerBeat = 256
  /// A viewer of less than that is no size that others would take.
  package static let smallestReference = CellSize(columns: 10, rows: 3)
  /// Bytes of one request.
  package static let requestBytes = 1 << 20
  /// Bytes of one subscription message.
  package static let subscriptionBytes = 512
  /// What one connection subscribes to at a time; a viewer has two topics.
  package static let topicsPerConnection = 16
  /// What peers subscribe to that can't be told from each other, all together.
  package static let topicsOfUnknown = 1_024
  /// Messages that wait for one slow subscriber; the next ones it misses.
  package static let waitingMessages = 128
  /// Requests of one connection: so many a second, and so many at once after a time of silence.
  package static let requestsPerSecond = 500
  package static let requestBurst = 1_000
  /// What one turn takes of all, so that a flood can't hold up what others wait for: connections take turns in it.
  package static let requestsPerTurn = 256
  /// What one turn takes of the layout socket.
  package static let subscriptionsPerTurn = 512
  /// Connections whose requests are counted; those that were silent longest are counted anew first.
  package static let countedConnections = 10_000
  /// What the motion of an update may cost above its end; a longer way is not shown.
  package static let motionBytes = 64 << 10
  /// Replies kept per client, for requests that are sent again.
  package static let storedReplies = 64
  /// What lies behind a session's snapshot on the disk at most, before it gets a new one.
  package static let changesBehindSnapshot = 256
  /// Clients whose replies are kept, and for how long after their last request.
  package static let clients = 100_000
  package static let clientLifetime = Duration.seconds(24 * 3600)
  /// Inputs that wait behind one that waits for a page, in one session.
  package static let waitingInputs = 256
  /// What one client waits for at a time.
  package static let waitsPerClient = 8
  /// What all clients together wait for at a time.
  package static let waits = 2_000
  /// What is read from the disk at a time.
  package static let loads = 32
  /// Exports that are kept at a time, for all clients together.
  package static let exports = 4
  /// What the pages of an export may have together.
  package static let exportBytes = 16 << 20
  /// The longest JSON or YAML document that is exported as it is written.
  package static let exportDocumentBytes = 8 << 20
  /// Pages of an export; further ones are left out.
  package static let exportPages = 5_000
  /// Entries of one list in an export; further ones are left out.
  package static let exportEntries = 10_000
  /// Searches and filters that are tried at a time, for all clients together.
  package static let trials = 16
  /// Clients for which workers look for something at the same moment.
  package static let finds = 16
  /// Layouts for which long texts are wrapped at a time.
  package static let wrappings = 64
  /// Requests that wait for one session's content.
  package static let waitingPerSession = 256
}

/// The daemon's intervals (protocol.md).
package enum DaemonTiming {
  package static let beat = Duration.seconds(1)
  /// A viewer that was not heard of for so long is gone.
  package static let viewerLifetime = Duration.seconds(6)
  /// A stream outlives its last subscriber by this.
  package static let streamLinger = Duration.seconds(10)
  /// How long a page may take to be read; then its operation is refused and the session goes on.
  package static let opening = Duration.seconds(10)
  /// A finger that says nothing for so long has gone (architecture.md, decision 2).
  package static let pan = Duration.seconds(5)
  /// While the disk refuses, everything is offered to it so often.
  package static let storeRetry = Duration.seconds(1)
  /// How long viewers wait for a session that is read again after a restart, before they see that it is not there.
  package static let restoration = Duration.seconds(2)
  /// Of entries that are selected faster than this only the newest is read for a preview.
  package static let preview = Duration.milliseconds(60)
  /// Content that has vanished is looked for so often.
  package static let missingContent = Duration.seconds(2)
  /// Content that was read again waits so long for the end of a motion that people look at.
  package static let reload = Duration.seconds(1)
  /// An export is kept so long after it was asked for last, and may take so long to be read.
  package static let export = Duration.seconds(30)
  /// Viewers of a stream that come back so shortly after one another are answered with one keyframe, and no sooner
  /// with the next.
  package static let keyframe = Duration.milliseconds(150)
  /// Presence is published at most this often.
  package static let presence = Duration.milliseconds(250)
  /// A daemon that ends waits so long for what is being read or written.
  package static let farewell = Duration.milliseconds(500)
}
