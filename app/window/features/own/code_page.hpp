#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "app/measures/own_code.hpp"
#include "app/text/highlight.hpp"
#include "app/window/feature/feature.hpp"
#include "app/window/feature/single_task.hpp"
#include "core/frame/frame.hpp"

namespace heteroscope {

/// The page with the code that a save of a person's file is compiled to. It is listed beside the window's thread.
class CodePage {
 public:
  /// Opens the page and lists the code of that text. `frame`: the one on the screen, whose plan says with which block
  /// and precision it computes; null: none is there. While another listing is under way, that one is shown.
  void open(const std::filesystem::path& path, const std::string& text, std::shared_ptr<const Frame> frame);
  void close() { open_ = false; }
  [[nodiscard]] bool is_open() const { return open_; }
  [[nodiscard]] bool busy() const { return listing_.busy(); }
  /// Draws the page, which is open.
  void draw(const Ui& ui, OverlaySpace& space);

 private:
  /// A listing, and why there is none.
  struct Listed {
    OwnCode code;
    std::string why_not;
  };
  /// A part of the page that folds.
  struct Section {
    std::string title, text;
    HighlightedLines lines;  ///< they point into the text
  };

  void take();
  void add(std::string title, std::string text);

  bool open_ = false;
  std::string name_;
  std::string why_not_;
  std::vector<NotedKernel> kernels_;
  std::vector<std::unique_ptr<Section>> sections_;
  SingleTask<Listed> listing_;
};

}  // namespace heteroscope
