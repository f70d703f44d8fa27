package import NavBase

/// The settings of one source: the configuration file or the command line.
package struct ConfigurationLayer: Hashable, Sendable {
  package var stateDirectory: String?
  package var durability: Durability?
  package var limits: [ConfigurableLimit: Int] = [:]
  package var commands: Bool?
  package var diagrams: Bool?
  package var icons: Bool?
  package var control = Control()
  package var metrics = Metrics()
  package var log = Log()
  /// The line of each key in the file, from 1.
  package var lines: [ConfigurationKey: Int] = [:]

  /// The settings of new sessions; nil where the source says nothing.
  package struct Control: Hashable, Sendable {
    package var policy: ControlPolicy?
    /// Zero for any time.
    package var idleRelease: Duration?
    package var questions: Bool?
    package var pointers: PointerRule?
    package var recording: RecordingRule?
  }

  /// The settings of serving metrics over HTTP.
  package struct Metrics: Hashable, Sendable {
    /// The address; `.some(nil)` for none.
    package var listen: MetricsAddress??
    package var isInsecure: Bool?

    package init(listen: MetricsAddress?? = nil, isInsecure: Bool? = nil) {
      self.listen = listen
      self.isInsecure = isInsecure
    }
  }

  /// The settings of the log; nil where the source says nothing.
  package struct Log: Hashable, Sendable {
    package var format: LogFormat?
    package var level: LogLevel?

    package init(format: LogFormat? = nil, level: LogLevel? = nil) {
      self.format = format
      self.level = level
    }

    /// Returns settings with those that the source gives.
    package func applied(to settings: LogSettings) -> LogSettings {
      LogSettings(format: format ?? settings.format, level: level ?? settings.level)
    }
  }

  package init(stateDirectory: String? = nil, durability: Durability? = nil) {
    self.stateDirectory = stateDirectory
    self.durability = durability
  }

  package func says(_ key: ConfigurationKey) -> Bool {
    switch key {
    case .stateDirectory: stateDirectory != nil
    case .durability: durability != nil
    case .limit(let name): limits[name] != nil
    case .commands: commands != nil
    case .diagrams: diagrams != nil
    case .icons: icons != nil
    case .controlPolicy: control.policy != nil
    case .idleRelease: control.idleRelease != nil
    case .questions: control.questions != nil
    case .pointers: control.pointers != nil
    case .recording: control.recording != nil
    case .metricsListen: metrics.listen != nil
    case .metricsInsecure: metrics.isInsecure != nil
    case .logFormat: log.format != nil
    case .logLevel: log.level != nil
    }
  }
}
