// The names of enumerations in JSON and, in capitals, in `scene.proto`. Scripts rely on them: they stay the same even if
// a case is renamed.

package import NavBase

extension ContainerKind: SceneEnumeration {
  package static var schemaName: String { "ContainerKind" }

  package var name: String {
    switch self {
    case .pager: "pager"
    case .page: "page"
    case .pageControl: "page_control"
    case .stack: "stack"
    case .tabs: "tabs"
    case .tabBar: "tab_bar"
    case .tabItem: "tab_item"
    case .spine: "spine"
    case .optionBar: "option_bar"
    case .optionCell: "option_cell"
    case .indicator: "indicator"
    case .split: "split"
    case .splitBorder: "split_border"
    case .pointer: "pointer"
    case .mark: "mark"
    }
  }
}

extension BarStyle: SceneEnumeration {
  package static var schemaName: String { "BarStyle" }
}

extension TabBadge.Role: SceneEnumeration {
  package static var schemaName: String { "BadgeRole" }
}

extension KeyFocus: SceneEnumeration {
  package static var schemaName: String { "FocusKind" }

  package var name: String {
    switch self {
    case .none: "none"
    case .pager: "pager"
    case .list: "list"
    case .text: "text"
    }
  }
}

extension BuiltInTheme: SceneEnumeration {
  package static var schemaName: String { "Theme" }
}

extension ControlPolicy: SceneEnumeration {
  package static var schemaName: String { "ControlPolicy" }

  package var name: String { word }
}
