#pragma once

#include <array>
#include <vector>

#include "app/window/model/window.hpp"
#include "core/link/machine_link.hpp"

namespace heteroscope {

/// The row that says on which machine the processors are: this one, or one elsewhere that a person has added.
class MachineRow {
 public:
  /// Draws the row, and the form that adds a machine while it is open.
  void build(const Window& window);

 private:
  void choices(const Window& window);
  void form(const Window& window);
  void add(const Window& window);
  void read_kept(Ui& ui);

  static constexpr std::size_t room = 512;
  std::vector<MachineAddress> kept_;  ///< when the list was opened last
  std::array<char, room> name_{}, via_{};
};

}  // namespace heteroscope
