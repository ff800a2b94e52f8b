#include "app/window/features/bench/bench_feature.hpp"

#include <GLFW/glfw3.h>
#include <fmt/format.h>
#include <imgui.h>

#include <algorithm>
#include <utility>

#include "app/window/feature/overlay_window.hpp"
#include "app/window/look/imgui_versions.hpp"
#include "app/window/model/actions/actions.hpp"
#include "app/window/widgets/widgets.hpp"

namespace heteroscope {
namespace {

/// The width of the arrow that ImGui draws behind the heading by which lines are sorted.
float arrow_width() {
  return ImGui::GetFontSize() * 0.65F + ImGui::GetStyle().FramePadding.x + 2;
}

void all_cells(const Ui& ui, const BenchView& view, const BenchLine& line) {
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {ui.units(9), ui.units(7)});
  ImGui::BeginTooltip();
  for (std::size_t i = 0; i < view.columns.size(); ++i) {
    if (line.cells[i].text.empty()) continue;
    ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().dim);
    ImGui::TextUnformatted(view.columns[i].title.c_str());
    ImGui::PopStyleColor();
    ImGui::SameLine(ui.units(90));
    ImGui::TextUnformatted(line.cells[i].text.c_str());
  }
  ImGui::EndTooltip();
  ImGui::PopStyleVar();
}

constexpr double settling_s = 1;     // after its start, in which the button is let go
constexpr double use_is_said_s = 4;  // after the window was last in use

/// True while pictures are computed, or while the person at the window moves the mouse or presses something.
bool in_use(const Window& window) {
  const ImGuiIO& io = ImGui::GetIO();
  return window.view.progress.busy || is_playing(window.model, window.view) || !window.ui.actions.empty() ||
         io.MouseWheel != 0 || io.MouseDelta.x != 0 || io.MouseDelta.y != 0 || ImGui::IsAnyMouseDown();
}

}  // namespace

void BenchTable::follow(const std::shared_ptr<const BenchView>& view) {
  if (of_ == view && letters_ == ImGui::GetFontSize()) return;
  of_ = view;
  letters_ = ImGui::GetFontSize();
  widths_.clear();
  for (std::size_t i = 0; i < view->columns.size(); ++i) {
    float width = text_size(view->columns[i].title).x + arrow_width();
    for (const BenchLine& each : view->lines) width = std::max(width, text_size(each.cells[i].text).x);
    widths_.push_back(width);
  }
  in_order_ = sorted(*view, order_);
}

void BenchTable::choose_columns(float room, float gap) {
  shown_.clear();
  float needed = 0;
  for (std::size_t i = 0; i < widths_.size(); ++i) {
    shown_.push_back(i);
    needed += widths_[i] + gap;
  }
  while (needed > room) {
    const auto least = std::ranges::max_element(shown_, {}, [&](std::size_t i) { return of_->columns[i].spare; });
    if (of_->columns[*least].spare == 0) return;
    needed -= widths_[*least] + gap;
    shown_.erase(least);
  }
}

/// Sorts by the heading that was clicked; a third click on it restores the order of measuring.
void BenchTable::heads() {
  ImGuiTableSortSpecs* const specs = ImGui::TableGetSortSpecs();
  if (specs == nullptr || !specs->SpecsDirty) return;
  specs->SpecsDirty = false;
  order_.column = specs->SpecsCount > 0 ? static_cast<int>(specs->Specs[0].ColumnUserID) : -1;
  order_.descending = specs->SpecsCount > 0 && specs->Specs[0].SortDirection == ImGuiSortDirection_Descending;
  in_order_ = sorted(*of_, order_);
}

void BenchTable::line(const Ui& ui, const BenchView& view, const BenchLine& line) const {
  ImGui::TableNextRow();
  for (const std::size_t i : shown_) {
    ImGui::TableNextColumn();
    if (i == shown_.front()) {
      ImGui::Selectable("##line", false, ImGuiSelectableFlags_SpanAllColumns);
      if (ImGui::IsItemHovered()) all_cells(ui, view, line);
      ImGui::SameLine(0, 0);
    }
    const BenchColumn& column = view.columns[i];
    const std::string text = shortened(line.cells[i].text, ImGui::GetContentRegionAvail().x + 0.5F);
    if (column.right)
      ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - text_size(text).x);
    const bool note = i + 1 == view.columns.size();
    const ImU32 color = note ? (line.disturbed || line.marked ? ui.theme().notice : ui.theme().dim)
                        : column.title == "variant" ? ui.theme().of(line.processor)
                                                    : ui.theme().text;
    ImGui::PushStyleColor(ImGuiCol_Text, color);
    ImGui::TextUnformatted(text.c_str());
    ImGui::PopStyleColor();
  }
}

void BenchTable::draw(const Ui& ui, const std::shared_ptr<const BenchView>& view, bool whole) {
  follow(view);
  const float pad = ui.units(5);
  ImGui::PushStyleVar(ImGuiStyleVar_CellPadding, {pad, ui.units(1.5)});
  const float bar = whole ? 0 : ImGui::GetStyle().ScrollbarSize;
  const float room = ImGui::GetContentRegionAvail().x - bar;
  choose_columns(room, 2 * pad);
  constexpr ImGuiTableFlags usual = ImGuiTableFlags_Sortable | ImGuiTableFlags_SortTristate | ImGuiTableFlags_RowBg |
                                    ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_PadOuterX |
                                    ImGuiTableFlags_NoSavedSettings;
  const ImGuiTableFlags flags = whole ? usual : usual | ImGuiTableFlags_ScrollY;
  ImGui::PushStyleColor(ImGuiCol_TableHeaderBg, ui.theme().frame);
  // another set of columns is another table to ImGui
  ImGui::PushID(static_cast<int>(shown_.size() * 100 + view->columns.size()));
  if (ImGui::BeginTable("rows", static_cast<int>(shown_.size()), flags)) {
    if (!whole) ImGui::TableSetupScrollFreeze(0, 1);
    for (const std::size_t i : shown_) {
      const bool wide = view->columns[i].title == "variant";
      const float width = std::min(widths_[i], room - 2 * pad);
      ImGui::TableSetupColumn(view->columns[i].title.c_str(),
                              wide ? ImGuiTableColumnFlags_WidthStretch : ImGuiTableColumnFlags_WidthFixed,
                              wide ? 1.0F : width, static_cast<ImGuiID>(i));
    }
    heads();
    ImGui::TableNextRow(ImGuiTableRowFlags_Headers);
    for (const std::size_t i : shown_) {
      ImGui::TableNextColumn();
      ImGui::TableHeader(view->columns[i].title.c_str());
      help(ui, view->columns[i].about);
    }
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(in_order_.size()));
    while (clipper.Step()) {
      for (int place = clipper.DisplayStart; place < clipper.DisplayEnd; ++place) {
        ImGui::PushID(place);
        line(ui, *view, view->lines[in_order_[static_cast<std::size_t>(place)]]);
        ImGui::PopID();
      }
    }
    ImGui::EndTable();
  }
  ImGui::PopID();
  ImGui::PopStyleColor();
  ImGui::PopStyleVar();
}

Activity BenchFeature::activity(const Window& /*window*/) const {
  return {.busy = wanted_ || files_.busy() || resizes_ || (is_open() && outlooks_.busy()),
          .measuring = task_.running(),
          .waits_for_quiet = wanted_,
          .suite = running()};
}

void BenchFeature::end(const Window& /*window*/, bool /*again*/) {
  stop();
}

std::string BenchFeature::unfinished(double /*closing_s*/) {
  return running() ? "Closes once the bench has ended its present run" : "";
}

void BenchFeature::stop() {
  wanted_ = false;
  stopping_ = task_.running();
  task_.give_up();
}

Badge BenchFeature::badge(const Window& /*window*/) const {
  if (!running() || is_open()) return {};
  const auto made = task_.measured();
  if (made == nullptr || !task_.running()) return {"bench: starting"};
  return {fmt::format("bench {}: {:.0f} %", made->title, 100 * task_.share())};
}

void BenchFeature::show(std::shared_ptr<const BenchViews> views, const std::filesystem::path& file) {
  files_.note_saved(views, file);
  suite_ = title_of(*views->parts.front());
  loaded_ = std::move(views);
  loaded_from_ = file.string();
}

/// Returns null where there is neither a loaded nor a measured result.
std::shared_ptr<const BenchViews> BenchFeature::all_shown() const {
  if (loaded_ != nullptr) return loaded_;
  const auto made = task_.measured();
  return made != nullptr ? made->views : nullptr;
}

std::shared_ptr<const BenchView> BenchFeature::shown(const BenchViews& of) const {
  const auto chosen = std::ranges::find_if(of.parts, [&](const auto& each) { return title_of(*each) == suite_; });
  return chosen != of.parts.end() ? *chosen : of.parts.back();
}

/// Plans the chosen suite anew once the choice has changed.
void BenchFeature::follow_choice(const WindowModel& model) {
  if (auto made = outlooks_.take()) outlook_ = *std::move(made);
  std::string line;
  const Failure failed = attempt([&] { line = line_of(choice_, model.settings(), model.catalog); });
  if (failed) {
    asked_line_.clear();
    outlook_ = {.line = {}, .of = nullptr, .failure = failed.line, .published = nullptr};
    return;
  }
  if (line == asked_line_ || outlooks_.busy()) return;
  asked_line_ = line;
  outlooks_.start(
      [line, catalog = model.catalog, suite = suite_of(choice_)] {
        Outlook out;
        out.line = line;
        out.of = std::make_shared<const BenchOutlook>(outlook_of(line, catalog));
        if (out.of->rows.empty() && suite != nullptr && published_of(*suite) != nullptr)
          out.published = std::make_shared<const PublishedView>(published_view(*suite));
        return out;
      },
      [line](const Failure& failure) {
        return Outlook{.line = line, .of = nullptr, .failure = failure.line, .published = nullptr};
      });
}

/// Starts the wanted bench once no picture is computed and nothing else is measured: both would disturb the times.
void BenchFeature::begin(const Window& window) {
  if (!wanted_ || outlook_.line != asked_line_ || outlooks_.busy()) return;
  if (outlook_.of == nullptr) {
    wanted_ = false;
    return;
  }
  window.model.running = false;
  const Activity& others = window.view.activity;
  if (others.measuring || others.producing || window.view.progress.busy || window.view.sampling) return;
  if (task_.running()) return;
  wanted_ = false;
  stopping_ = false;
  loaded_.reset();
  suite_.clear();
  started_s_ = window.ui.now_s;
  task_.start(*outlook_.of, choice_.care);
}

void BenchFeature::note_use(const Window& window) {
  if (!task_.running() || window.ui.now_s < started_s_ + settling_s || !in_use(window)) return;
  used_s_ = window.ui.now_s;
  task_.note_use();
}

void BenchFeature::overlay(const Window& window, OverlaySpace& space) {
  resizes_ = false;
  stopping_ = stopping_ && task_.running();
  files_.update(window.ui);
  note_use(window);
  if (is_open() || wanted_) follow_choice(window.model);
  begin(window);
  if (!is_open()) return;
  const auto page = OverlayWindow::in_middle(window.ui, space, "##bench", {1800, 1200}, ImGuiWindowFlags_NoNav);
  if (page) body(window.ui, window.model);
}

void BenchFeature::body(Ui& ui, const WindowModel& model) {
  push_font(ui.fonts.strong);
  ImGui::AlignTextToFramePadding();
  ImGui::TextUnformatted("Bench");
  ImGui::PopFont();
  const float close = ui.units(54);
  const float right = ImGui::GetWindowContentRegionMax().x - close;
  if (task_.running() && ui.now_s < used_s_ + use_is_said_s) {
    ImGui::SameLine(0, ui.units(14));
    const float words = right - ImGui::GetCursorPosX() - ui.units(8);
    ImGui::PushStyleColor(ImGuiCol_Text, ui.theme().notice);
    ImGui::TextUnformatted(shortened("Using the window now may disturb the times.", words).c_str());
    ImGui::PopStyleColor();
  }
  ImGui::SameLine(right);
  if (ImGui::Button("Close", {close, 0})) ui.ask(action::toggle_bench);
  help(ui, "Closes this page; a measurement goes on.", action::toggle_bench);
  const ImVec2 room = ImGui::GetContentRegionAvail();
  const auto inside = [&](const char* id, ImVec2 size, auto&& what) {
    ImGui::BeginChild(id, size, false, ImGuiWindowFlags_NoSavedSettings);
    what();
    ImGui::EndChild();
  };
  const float left = ui.units(272);
  const float gap = ui.units(16);
  if (room.x < left + gap + ui.units(470)) {
    inside("all", room, [&] {
      choices(ui, model, false);
      ImGui::Separator();
      results(ui, true);
    });
    return;
  }
  inside("choices", {left, room.y}, [&] { choices(ui, model, true); });
  ImGui::SameLine(0, gap);
  inside("results", {room.x - left - gap, room.y}, [&] { results(ui, false); });
}

std::vector<ActionEntry> BenchFeature::actions() {
  return {{opened_by(),
           "bench: measure a suite of variants in the background, with live graphs and a report",
           {pressed(GLFW_KEY_F4, "F4")},
           nullptr}};
}

}  // namespace heteroscope
