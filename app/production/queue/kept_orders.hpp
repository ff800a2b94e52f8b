#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "app/production/queue/queue.hpp"

namespace heteroscope {

/// The orders that are kept from one start to the next: all that are not done.
std::string orders_to_json(const std::vector<QueuedOrder>& orders);
/// Throws BadInput, naming `name`. Orders of kinds or workloads that this program does not have are left out.
std::vector<QueuedOrder> orders_from_json(const std::string& text, const std::string& name);

/// own_file("orders.json").
std::filesystem::path orders_path();
/// Keeps them beside those that other instances of the program keep there. `before` is what this one has kept last, or
/// has begun with (orders_to_json): of that what is done or removed goes, and what others have done since stays so.
/// Nothing where the path is empty. Throws BadInput.
void save_orders(const std::filesystem::path& path, const std::vector<QueuedOrder>& orders, const std::string& before);

/// The orders that were kept, and what is wrong with their file. A damaged file stops nobody: it is kept under another
/// name, orders.json.damaged.
struct OrdersRecollection {
  std::vector<QueuedOrder> orders;
  std::string trouble;  ///< one line; empty where all comes back
};
OrdersRecollection recall_orders(const std::filesystem::path& path);

}  // namespace heteroscope
